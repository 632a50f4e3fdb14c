import type { Hono } from 'hono'
import { person } from '#features/account/server/table.ts'
import { issueToken } from '#features/account/server/tokens.ts'
import { asService, type Database } from '#platform/db.ts'
import { demoPassword, people, portals } from '#testing/world/cast.ts'
import type { DrillLine } from './drill.ts'
import { ask, cookieOf, median, type Said } from './identity-program.ts'

const pairs = 300
const apartMs = 5

interface Flow {
  name: string
  /** The same question about an address that has a login, and about one that has none. */
  about: (known: boolean, at: number) => Promise<Said>
  /** What a pair leaves behind. */
  tidy?: () => Promise<unknown>
}

/** Promise 7: neither bytes nor time tell whether an address exists. */
export async function timing(app: Hono, database: Database): Promise<DrillLine[]> {
  await makeStrangers(database)
  const lines: DrillLine[] = []
  for (const flow of await flowsOf(app, database)) {
    const took = { known: [] as number[], unknown: [] as number[] }
    const bytes = { known: new Set<string>(), unknown: new Set<string>() }
    for (let at = 0; at < pairs; at++) {
      // Turn about, so that neither is always the one that warms things up.
      for (const known of at % 2 ? [true, false] : [false, true]) {
        const said = await flow.about(known, at)
        const side = known ? 'known' : 'unknown'
        took[side].push(said.ms)
        bytes[side].add(`${said.status} ${plain(said.text)}`)
      }
      await flow.tidy?.()
    }
    const [known, unknown] = [median(took.known), median(took.unknown)]
    const apart = Math.abs(known - unknown)
    const same = [...bytes.known].join('\n') === [...bytes.unknown].join('\n')
    if (!same) console.log(flow.name, [...bytes.known].slice(0, 3), [...bytes.unknown].slice(0, 3))
    lines.push({
      promise: `7 ${flow.name}`,
      figure: `same bytes, medians ≤ ${apartMs} ms apart, ${pairs} pairs`,
      result: `${same ? 'same' : 'DIFFERENT'} bytes, ${known.toFixed(1)} and ${unknown.toFixed(1)} ms`,
      ok: same && apart <= apartMs,
    })
  }
  return lines
}

/** Ids are new each time and tell nothing. */
const plain = (text: string) => text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')

const strangerAt = (at: number) => `stranger${at}@elsewhere.test`
const nobodyAt = (at: number) => `nobody${at}@elsewhere.test`

async function makeStrangers(database: Database) {
  const [label] = await database.query<{ password_hash: string }>(
    'select password_hash from person where id = $1',
    [people.label.id],
  )
  await database.transaction(asService('trial'), (tx) =>
    tx.insert(person).values(
      Array.from({ length: pairs }, (_, at) => ({
        name: `Stranger ${at}`,
        email: strangerAt(at),
        passwordHash: label?.password_hash ?? '',
      })),
    ),
  )
}

async function flowsOf(app: Hono, database: Database): Promise<Flow[]> {
  const label = await cookieOf(database, 'label')
  const portalId = portals.claraVentisca.id
  const email = (known: boolean, at: number) => (known ? strangerAt(at) : nobodyAt(at))
  const issue = (kind: 'activate' | 'reset') =>
    database.transaction(asService('trial'), (tx) => issueToken(tx, kind, people.invited.id, new Date()))
  const spent = await issue('activate')
  await issue('activate')
  return [
    {
      name: 'login',
      about: (known, at) =>
        ask(app, '/session', { body: { email: email(known, at), password: 'not the password' } }),
    },
    {
      name: 'reset',
      about: (known, at) => ask(app, '/account/password-reset', { body: { email: email(known, at) } }),
    },
    {
      name: 'activation',
      about: (known, at) =>
        ask(app, '/account/activation', {
          body: {
            token: known ? spent : `${at}`.padStart(43, 'x'),
            password: 'una frase larga y buena',
            name: 'X',
          },
        }),
    },
    {
      name: 'invitation',
      about: (known, at) =>
        ask(app, '/portals/team', {
          cookie: label,
          body: { email: email(known, at), name: 'Alguien', portals: [{ portalId, role: 'Lector' }] },
        }),
      tidy: async () => {
        await database.query(
          `delete from member where person_id in (select id from person where email like '%@elsewhere.test')`,
        )
        await database.query(
          `delete from invitation where person_id in (select id from person where email like '%@elsewhere.test')`,
        )
        await database.query(`delete from person where email like 'nobody%'`)
      },
    },
    {
      name: 'e-mail change',
      about: (known, at) =>
        ask(app, '/account/email', {
          cookie: label,
          body: { email: email(known, at), password: demoPassword },
        }),
    },
    {
      name: 'team check',
      about: (known, at) =>
        ask(app, `/portal/${portalId}/team/check`, {
          cookie: label,
          body: { email: email(known, at), role: 'Lector' },
        }),
    },
  ]
}
