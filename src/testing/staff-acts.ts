import { failureCode, type Result } from '#client.ts'
import { hashToken, newToken } from '#features/account/server/sessions.ts'
import { person, session } from '#features/account/server/table.ts'
import { type StaffState, staffStates } from '#features/staff/choices.ts'
import { asService, type Database } from '#platform/db.ts'
import { type PermissionKey, permissionKeys } from '#platform/permissions.ts'
import { clientFor, testApp } from './as.ts'
import { rollingBack } from './rolling-back.ts'

/**
 * Who of the provider may do what to whom, said once more and stupidly: nobody touches themself, whoever holds a key that
 * they lack, or super staff without being one, and nobody gives what they lack. Held against the program for every pair
 * and every act.
 */

interface Standing {
  name: string
  super: boolean
  keys: readonly PermissionKey[]
}
interface Person extends Standing {
  id: string
  cookie: string
  state: StaffState
}

const manage: PermissionKey[] = ['staff.viewstaff', 'staff.managestaff']
const analyst: PermissionKey[] = ['analytics.viewanalytics']
const office: PermissionKey[] = ['billing.viewbills', 'billing.managebills', ...analyst]
const standing = (name: string, keys: readonly PermissionKey[], isSuper = false) => ({
  ...{ name, keys },
  super: isSuper,
})

/** From the weakest to the strongest. */
const standings: Standing[] = [
  standing('nobody', []),
  standing('analyst', analyst),
  standing('office', office),
  standing(
    'everything but staff',
    permissionKeys.filter((key) => !key.startsWith('staff.')),
  ),
  standing('staff alone', manage),
  standing('staff and analytics', [...manage, ...analyst]),
  standing('staff and office', [...manage, ...office]),
  standing('everything', permissionKeys),
  standing('super', [], true),
]

const acts = [
  'change',
  'suspend',
  'restore',
  'revoke',
  'resend',
  'give',
  'giveAll',
  'takeAll',
  'makeSuper',
] as const
type Act = (typeof acts)[number]
const given: PermissionKey = 'contacts.viewcontacts'

const holds = (who: Standing, key: PermissionKey) => who.super || who.keys.includes(key)
/** What the target would hold after it. */
const after = (whom: Standing, act: Act): readonly PermissionKey[] =>
  act === 'give' ? [...new Set([...whom.keys, given])] : act === 'giveAll' ? permissionKeys : whom.keys

/** What the rule says; who may is then told whether the person's state lets it be done. */
function may(who: Person, whom: Person, act: Act): boolean {
  if (!holds(who, 'staff.managestaff') || who.id === whom.id) return false
  if (whom.super && !who.super) return false
  if (act === 'makeSuper' && !who.super) return false
  return [...whom.keys, ...after(whom, act)].every((key) => holds(who, key))
}
const fits = (state: StaffState, act: Act) =>
  act === 'suspend' ? state !== 'invited' : act === 'revoke' || act === 'resend' ? state === 'invited' : true

const outcomes: Record<string, string> = {
  done: 'done',
  forbidden: 'refused',
  'staff.own': 'refused',
  'staff.superOnly': 'refused',
  'staff.beyondOwn': 'refused',
  'staff.keysLacking': 'refused',
  'staff.pending': 'not in this state',
  'staff.notPending': 'not in this state',
}

/** Every pair and act: how many there were, and which answered other than the rule says. */
export async function judgeStaff(database: Database): Promise<{ cases: number; wrong: string[] }> {
  const wrong: string[] = []
  let cases = 0
  const everybody: Person[] = []
  for (const state of staffStates)
    for (const one of standings) everybody.push(await enlist(database, one, state))
  const app = testApp(rollingBack(database))
  for (const who of everybody.filter(({ state }) => state === 'active')) {
    const { staff } = clientFor(app, who.cookie)
    const run = (whom: Person, act: Act): Promise<Result<unknown>> => {
      const target = { staffId: whom.id }
      if (act === 'suspend') return staff.suspendStaff(target)
      if (act === 'restore') return staff.liftSuspension(target)
      if (act === 'revoke') return staff.revokeStaff(target)
      if (act === 'resend') return staff.resendStaffInvitation(target)
      const draft = {
        ...{ ...target, name: 'Otro nombre', email: `${newToken()}@nuevo.test`.toLowerCase() },
        permissions: act === 'takeAll' ? [] : [...after(whom, act)],
        ...{ super: whom.super || act === 'makeSuper', twoFactorRequired: true },
      }
      return staff.updateStaff(draft)
    }
    for (const whom of everybody)
      for (const act of acts) {
        // Mails to one address are limited, whoever sends them; here it is asked who may.
        if (act === 'resend') await database.query('delete from rate_limit')
        const answer = await run(whom, act)
        const told = outcomes[failureCode(answer) ?? 'done'] ?? failureCode(answer)
        const expected = !may(who, whom, act)
          ? 'refused'
          : fits(whom.state, act)
            ? 'done'
            : 'not in this state'
        cases++
        if (told !== expected)
          wrong.push(`${who.name} → ${whom.state} ${whom.name}: ${act} ${told}, not ${expected}`)
      }
  }
  return { cases, wrong }
}

async function enlist(database: Database, one: Standing, state: StaffState): Promise<Person> {
  const token = newToken()
  const id = await database.transaction(asService('trial'), async (tx) => {
    const [made] = await tx
      .insert(person)
      .values({
        ...{ name: one.name, email: `${newToken()}@staff.test`.toLowerCase(), staff: true, super: one.super },
        ...{ permissions: [...one.keys], passwordHash: state === 'invited' ? null : 'none', demo: true },
        suspendedAt: state === 'suspended' ? new Date() : null,
      })
      .returning({ id: person.id })
    const personId = made?.id ?? ''
    const expiresAt = new Date(Date.now() + 3_600_000)
    await tx.insert(session).values({ tokenHash: hashToken(token), personId, expiresAt })
    return personId
  })
  return { ...one, id, state, cookie: `__Host-backline=${token}` }
}
