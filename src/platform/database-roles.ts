import { CannotStart } from './cannot-start.ts'

type Run = (text: string) => Promise<unknown>

/** Those of tenancy.ts. */
const roles = ['backline_member', 'backline_label', 'backline_service']

/**
 * Makes the roles that policies are written for, and becomes a member of each.
 * @throws CannotStart with what somebody who may has to run, where this login may not.
 */
export async function createRoles(run: Run): Promise<void> {
  try {
    for (const role of roles) {
      // Roles belong to the whole cluster: another database's start may create them at the same moment.
      await run(`do $$ begin
        if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin nobypassrls; end if;
      exception when duplicate_object or unique_violation then null; end $$`)
      // From 16 on who makes a role belongs to it, and may still not act as it.
      await run(`do $$ begin
        if not pg_has_role(current_user, '${role}',
          case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) then execute format('grant ${role} to %I', current_user); end if;
      end $$`)
    }
    await run(`do $$ begin
      if not pg_has_role('backline_label', 'backline_member', 'usage') then grant backline_member to backline_label; end if;
    exception when duplicate_object or unique_violation then null; end $$`)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== '42501') throw error
    throw new CannotStart(
      `This login may not make the database's roles. Give it CREATEROLE for this start, or let somebody who may run what is missing of:\n  ${toRun.join('\n  ')}`,
      { cause: error },
    )
  }
}

const toRun = [
  ...roles.flatMap((role) => [`create role ${role} nologin;`, `grant ${role} to LOGIN;`]),
  'grant backline_member to backline_label;',
]

/** What the roles may touch at all; which rows of it is said by policies. Repeated at each start, for tables that are new. */
export async function grant(run: Run): Promise<void> {
  for (const role of roles) {
    await run(`grant usage on schema public to ${role}`)
    await run(`grant select, insert, update, delete on all tables in schema public to ${role}`)
    await run(`grant usage on all sequences in schema public to ${role}`)
    // The audit log is append-only for everybody who is not the owner of the database.
    await run(`revoke update, delete, truncate on activity from ${role}`)
    // Who writes through a view writes below the policies.
    await run(`revoke insert, update, delete on label_portal from ${role}`)
  }
}
