import { ERRORS, type ErrorCode, type FieldProblem } from '@krapao/contract/errors.ts';

type More = {
  fields?: Record<string, FieldProblem>;
  /** The codes of the games that the refusal is about. */
  games?: string[];
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** A refusal with a code of the catalogue: the only way in which a feature refuses. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, FieldProblem> | undefined;
  readonly games: string[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, more: More = {}) {
    super(code, { cause: more.cause });
    this.code = code;
    this.fields = more.fields;
    this.games = more.games;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code];
  }
}

export const moneyStandsStill = () => new AppError('MONEY_STANDS_STILL', { retryAfterSeconds: 60 });

/** For `.catch`: an unforeseen error becomes the code of the failed action, with its cause kept for the log. */
export function failAs(code: ErrorCode) {
  return (error: unknown): never => {
    throw error instanceof AppError ? error : new AppError(code, { cause: error });
  };
}
