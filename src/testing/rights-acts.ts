import { hashToken, newToken } from '#features/account/server/sessions.ts'
import { person, session } from '#features/account/server/table.ts'
import { member as memberTable } from '#features/team/server/table.ts'
import { asService, type Database, type Tx } from '#platform/db.ts'
import { memberKeys, type PermissionKey, permissionKeys, type Role, roles } from '#platform/permissions.ts'
import { clientFor, testApp } from './as.ts'
import { rollingBack } from './rolling-back.ts'
import { portals } from './world/cast.ts'

/**
 * Who may do what to whom in a team, said once more and stupidly: nobody changes, removes or grants beyond their own
 * rights, only Owners and staff touch Owners, a role that comes from the label is changed there, and nobody touches
 * their own. Held against the program for every pair of roles and every act.
 */

const team = ['team.createoreditteammembers', 'team.deleteteammembers'] as const
const child = portals.hotelLevante
const master = portals.bajamar

interface Standing {
  name: string
  role: Role | 'staff'
  /** At the child portal. */
  keys: ReadonlySet<string>
  inherited: boolean
}

interface Person extends Standing {
  id: string
  cookie: string
  version: number
}

const member = (role: Role, extra: readonly string[], inherited: boolean): Standing => ({
  name: `${role}${extra.length > 0 ? ' with the team' : ''}${inherited ? ' of the label' : ''}`,
  role,
  keys: memberKeys(role, extra, []),
  inherited,
})
const staff = (name: string, keys: readonly string[]): Standing => ({
  name: `staff with ${name}`,
  role: 'staff',
  keys: new Set(keys),
  inherited: false,
})

const changers: Standing[] = [
  ...roles.flatMap((role) => [member(role, [], false), member(role, team, false), member(role, team, true)]),
  staff('the team alone', ['portal.viewportals', ...team]),
  staff('every key', permissionKeys),
]
const targets: Standing[] = roles.flatMap((role) => [member(role, [], false), member(role, [], true)])

const covers = (mine: ReadonlySet<string>, theirs: Iterable<string>) =>
  [...theirs].every((key) => mine.has(key))
const ownersOnly = (who: Standing, role: string) => role !== 'Owner' || ['Owner', 'staff'].includes(who.role)

type Act = { change: Role } | { grant: PermissionKey } | 'remove' | { invite: Role }

/** What the rule says. */
function may(who: Standing, whom: Standing, act: Act): boolean {
  const key = act === 'remove' ? team[1] : team[0]
  if (!who.keys.has(key)) return false
  if (typeof act === 'object' && 'invite' in act)
    return ownersOnly(who, act.invite) && covers(who.keys, memberKeys(act.invite, [], []))
  if (whom.inherited || !ownersOnly(who, whom.role) || !covers(who.keys, whom.keys)) return false
  if (act === 'remove') return true
  const role = 'change' in act ? act.change : (whom.role as Role)
  const given = memberKeys(role, 'grant' in act ? [act.grant] : [], [])
  return ownersOnly(who, role) && covers(who.keys, given)
}

const wordsOf = (act: Act) => (typeof act === 'string' ? act : Object.entries(act).flat().join(' '))

/** Every pair and act: how many there were, and which answered other than the rule says. */
export async function judgeRights(database: Database): Promise<{ cases: number; wrong: string[] }> {
  const wrong: string[] = []
  let cases = 0
  const [acting, suffering] = [await enlist(database, changers), await enlist(database, targets)]
  const app = testApp(rollingBack(database))
  for (const who of acting) {
    const api = clientFor(app, who.cookie)
    const judge = async (whom: Person, act: Act) => {
      const target = { portalId: child.id, memberId: whom.id }
      const answer =
        act === 'remove'
          ? await api.team.removeMember(target)
          : 'invite' in act
            ? await api.team.inviteMember({
                email: `${newToken()}@nuevo.test`,
                name: 'x',
                portals: [{ portalId: child.id, role: act.invite }],
              })
            : await api.team.updateMember(
                'change' in act
                  ? { ...target, role: act.change }
                  : { ...target, role: whom.role as Role, grants: [act.grant] },
                { version: whom.version },
              )
      const done = answer === null || (typeof answer === 'object' && !('error' in answer))
      cases++
      if (done !== may(who, whom, act))
        wrong.push(
          `${who.name} → ${whom.name}: ${wordsOf(act)} ${done ? 'done' : `refused: ${JSON.stringify(answer)}`}`,
        )
    }
    for (const whom of suffering) {
      for (const role of roles) await judge(whom, { change: role })
      await judge(whom, 'remove')
    }
    const [someone] = suffering
    const reader = suffering.find(({ role, inherited }) => role === 'Lector' && !inherited)
    if (!someone || !reader) throw new Error('Nobody to act upon.')
    for (const role of roles) await judge(someone, { invite: role })
    for (const key of permissionKeys)
      if (memberKeys('Owner', [], []).has(key)) await judge(reader, { grant: key })
    // Oneself, whatever one holds.
    if (who.role !== 'staff') {
      for (const role of roles) await judgeOwn(who, role)
    }
    async function judgeOwn(self: Person, role: Role) {
      const answer = await api.team.updateMember(
        { portalId: child.id, memberId: self.id, role },
        { version: self.version },
      )
      cases++
      if (!(answer && typeof answer === 'object' && 'error' in answer))
        wrong.push(`${self.name} changed their own role to ${role}`)
    }
  }
  return { cases, wrong }
}

/** Makes the people, with a membership each and a session. */
function enlist(database: Database, standings: readonly Standing[]): Promise<Person[]> {
  return database.transaction(asService('trial'), async (tx) => {
    const people: Person[] = []
    for (const standing of standings) people.push(await enlistOne(tx, standing))
    return people
  })
}

async function enlistOne(tx: Tx, standing: Standing) {
  const isStaff = standing.role === 'staff'
  const [made] = await tx
    .insert(person)
    .values({
      name: standing.name,
      email: `${newToken()}@rights.test`.toLowerCase(),
      passwordHash: 'none',
      staff: isStaff,
      // Of the demo world: everybody else's staff owe a second factor first.
      demo: isStaff,
      permissions: isStaff ? [...standing.keys] : [],
    })
    .returning({ id: person.id })
  const id = made?.id ?? ''
  if (standing.role !== 'staff') {
    const own = memberKeys(standing.role, [], [])
    await tx.insert(memberTable).values({
      portalId: standing.inherited ? master.id : child.id,
      personId: id,
      role: standing.role,
      grants: [...standing.keys].filter((key) => !own.has(key)),
    })
  }
  const token = newToken()
  await tx.insert(session).values({
    tokenHash: hashToken(token),
    personId: id,
    expiresAt: new Date(Date.now() + 3_600_000),
  })
  return { ...standing, id, cookie: `__Host-backline=${token}`, version: 1 }
}
