import type { Config } from '../../config.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database.ts';
import { endOperatorSession } from '../../platform/operator-sessions.ts';
import type { From } from '../../platform/security-events.ts';
import { reachOf } from '../../staff/roles.ts';
import { signInOperator } from '../../staff/sign-in.ts';

/** Only operators who may chat sign in at the desk; to others it is as if the password were wrong. */
export async function deskLogin(
  db: Database,
  config: Config,
  credentials: { name: string; password: string },
  { address, agent, device }: From & { device: string | null },
): Promise<{ token: string; name: string }> {
  const place = { face: 'desk', from: address, agent, device } as const;
  const { token, operator } = await signInOperator(db, config, credentials, place);
  if (reachOf(operator.roles, 'chat') !== null) return { token, name: operator.name };
  await endOperatorSession(db, token);
  throw new AppError('WRONG_CREDENTIAL');
}
