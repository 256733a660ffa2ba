import { createHmac } from 'node:crypto';

/**
 * Who comes to a database server of ours, besides the superuser: the owner of the product's tables, who migrates; the
 * server; and the sandbox, which makes a database of its own. docs/database-roles.md says what each may do.
 */
export const ROLES = { owner: 'krapao_owner', app: 'krapao_app', sandbox: 'krapao_sandbox' } as const;
type Role = keyof typeof ROLES;

/** The address of a database for one of our roles, at the server that has this address for its superuser. */
export function addressFor(role: Role, superuserUrl: string, database: string): string {
  const { password } = new URL(superuserUrl);
  return Object.assign(new URL(superuserUrl), {
    username: ROLES[role],
    password: passwordOf(role, password),
    pathname: `/${database}`,
  }).href;
}

/** SQL that makes the roles which are not there yet. */
export function makingRoles(superuserUrl: string): string {
  const { password } = new URL(superuserUrl);
  return (Object.keys(ROLES) as Role[])
    .map((role) => {
      const options = `login ${role === 'sandbox' ? 'createdb' : 'nocreatedb'} password '${passwordOf(role, password)}'`;
      return `do $$ begin create role ${ROLES[role]} ${options};
        exception when duplicate_object or unique_violation then null; end $$`;
    })
    .join(';\n');
}

/** Follows from the superuser's, which alone is kept in a file, and does not tell it. */
function passwordOf(role: Role, superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(ROLES[role]).digest('base64url');
}
