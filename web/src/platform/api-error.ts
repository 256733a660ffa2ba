import type { FieldProblem } from '@krapao/contract/errors.ts';

type ApiErrorDetail = {
  code: string;
  status?: number;
  fields?: Record<string, FieldProblem>;
  games?: readonly string[];
  retryAfter?: number;
};

export class ApiError extends Error {
  /** A code of the catalogue, NETWORK_ERROR or TIMEOUT, or the answer of a proxy in between. */
  readonly code: string;
  /** 0 if no answer arrived. */
  readonly status: number;
  readonly fields: Readonly<Record<string, FieldProblem>>;
  /** The codes of the games that a refusal is about. */
  readonly games: readonly string[];
  readonly retryAfterSeconds: number | null;
  /** See `isHandled` in failures.ts. */
  handled = false;

  constructor({ code, status = 0, fields = {}, games = [], retryAfter }: ApiErrorDetail) {
    super(code);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.games = games;
    this.retryAfterSeconds = retryAfter ?? null;
  }
}
