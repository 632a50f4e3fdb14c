import { type ChildProcess, spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import type { Database } from '#platform/db.ts'
import { as, ok } from '#testing/as.ts'
import type { DrillLine } from './drill.ts'
import { postgresWorld } from './memory-world.ts'

const recipients = 10_000
const kills = 40
/** Mails that one worker sends at the same moment, as platform/mail.ts has it. */
const inFlightMost = 5

/** Promise 26: a post to 10,000 people, its worker killed at random moments, right after DATA among them. */
export async function run(): Promise<DrillLine[]> {
  const world = await postgresWorld()
  if (!world)
    return [{ promise: '26 posts', figure: 'on PostgreSQL', result: 'none is installed here', ok: false }]
  const { database } = world
  const got: { to: string; id: string }[] = []
  /** Mails that the present worker lives to send. */
  let lives = 0
  let worker: ChildProcess | undefined
  let dead = 0
  let afterData = 0
  const kill = () => {
    if (!worker || worker.exitCode !== null || worker.killed) return
    worker.kill('SIGKILL')
    dead++
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const id = /^Message-ID: (<[^>]+>)/im.exec(Buffer.concat(parts).toString('latin1'))?.[1] ?? ''
        got.push({ to: session.envelope.rcptTo[0]?.address ?? '', id })
        lives--
        if (lives !== 0 || dead >= kills) return done()
        if (Math.random() < 0.5) {
          // The mail is here, and the worker does not live to hear of it.
          afterData++
          kill()
          done()
        } else {
          done()
          setTimeout(kill, Math.random() * 20)
        }
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  server.on('error', () => {})
  const smtp = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const started = performance.now()
  try {
    const subject = await publish(database)
    const start = () => {
      lives = 20 + Math.floor(Math.random() * 200)
      worker = spawn(
        process.execPath,
        [fileURLToPath(new URL('posts-worker.ts', import.meta.url)), world.url, smtp],
        { stdio: 'ignore' },
      )
    }
    start()
    const deadline = Date.now() + 10 * 60_000
    while (Date.now() < deadline && !(await finished(database, subject))) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      if (worker?.signalCode !== null || worker.exitCode !== null) start()
    }
    return await judge(database, subject, got, {
      dead,
      afterData,
      seconds: (performance.now() - started) / 1_000,
    })
  } finally {
    worker?.kill('SIGKILL')
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await world.stop()
  }
}

/** Ten thousand people on the team of one portal, and a post for them. */
async function publish(database: Database): Promise<string> {
  await database.query(
    `insert into person (id, name, email, password_hash)
     select gen_random_uuid(), 'Persona ' || n, 'persona' || n || '@drill.test', 'x' from generate_series(1, $1::int) n`,
    [recipients],
  )
  const [portal] = await database.query<{ id: string }>(`select id from portal where code = 'CASACAL'`)
  const portalId = portal?.id ?? ''
  await database.query(
    `insert into member (portal_id, person_id, role) select $1, id, 'Lector' from person where email like '%@drill.test'`,
    [portalId],
  )
  const staff = await as(database, 'staff')
  const title = 'A todas las personas'
  const made = ok(
    await staff.communications.createPost({
      title: { es: title },
      description: { es: 'Una línea' },
      body: { es: 'Texto' },
      kind: 'info',
      audience: { portalTypes: [], portals: [portalId], roles: ['Lector'] },
      channels: ['inApp', 'email'],
    }),
  )
  ok(await staff.communications.publishPost({ postId: made.id }, { version: made.version }))
  return title
}

async function finished(database: Database, subject: string): Promise<boolean> {
  const [row] = await database.query<{ done: boolean }>(
    `select (select completed_at is not null from post where title->>'es' = $1)
       and not exists (select from mail where subject = $1 and state <> 'sent') as done`,
    [subject],
  )
  return row?.done === true
}

async function judge(
  database: Database,
  subject: string,
  got: readonly { to: string; id: string }[],
  how: { dead: number; afterData: number; seconds: number },
): Promise<DrillLine[]> {
  const mails = await database.query<{ id: string; to: string; uncertain: boolean }>(
    `select id, "to", uncertain from mail where subject = $1`,
    [subject],
  )
  const [messages] = await database.query<{ all: number; people: number }>(
    `select count(*)::int as all, count(distinct person_id)::int as people from message where about like 'post %'`,
  )
  const idsOf = new Map<string, string[]>()
  for (const { to, id } of got) idsOf.set(to, [...(idsOf.get(to) ?? []), id])
  const missing = mails.filter(({ to }) => !idsOf.has(to)).length
  const repeated = mails.filter(({ to }) => (idsOf.get(to)?.length ?? 0) > 1)
  const otherIds = repeated.filter(({ to }) => new Set(idsOf.get(to)).size > 1).length
  const unmarked = repeated.filter(({ uncertain }) => !uncertain).length
  const copies = got.length - idsOf.size
  return [
    {
      promise: '26 a post to 10,000 people, the worker killed at random',
      figure: `${recipients} messages and mails, 0 missing, ${kills} kills`,
      result: `${messages?.people} people, ${messages?.all} messages, ${mails.length} mails, ${missing} missing, ${how.dead} kills (${how.afterData} after DATA), ${how.seconds.toFixed(0)} s`,
      ok:
        messages?.people === recipients &&
        messages.all === recipients &&
        mails.length === recipients &&
        missing === 0 &&
        how.dead >= kills &&
        how.afterData > 0,
    },
    {
      promise: '26 only what was in flight at a kill repeats',
      figure: 'same Message-ID, marked uncertain',
      result: `${copies} repeats (at most ${how.dead * inFlightMost}), ${otherIds} with another id, ${unmarked} unmarked`,
      ok: copies <= how.dead * inFlightMost && otherIds === 0 && unmarked === 0,
    },
  ]
}
