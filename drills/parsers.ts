import { readdirSync, readFileSync } from 'node:fs'
import { type HostileFile, hostileFiles, uploadsOf } from '#testing/hostile-files.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import type { DrillLine } from './drill.ts'
import { cookieOf } from './identity-program.ts'
import { postgresWorld } from './memory-world.ts'
import { Process, sleep } from './processes.ts'

const limitMs = 5_000
const senders = 2

interface Seen {
  name: string
  status: number | string
  ms: number
}

async function send(origin: string, cookie: string, file: HostileFile): Promise<Seen> {
  const [way] = uploadsOf(file.to)
  const form = new FormData()
  form.append('file', new File([(await file.bytes()) as BlobPart], way?.name ?? 'a'))
  for (const [key, value] of Object.entries(way?.fields ?? {})) form.append(key, value)
  const started = performance.now()
  const status = await fetch(`${origin}${way?.path}`, {
    method: 'POST',
    headers: { cookie },
    body: form,
    signal: AbortSignal.timeout(30_000),
  }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    (error: Error) => error.name,
  )
  return { name: file.name, status, ms: performance.now() - started }
}

/** Times of somebody who goes on working, until told to stop. */
function bystander(origin: string, cookie: string) {
  const times: number[] = []
  let stopped = false
  const done = (async () => {
    while (!stopped) {
      const started = performance.now()
      const { status } = await fetch(`${origin}/api/portals`, { headers: { cookie } })
      if (status === 200) times.push(performance.now() - started)
      else times.push(Number.POSITIVE_INFINITY)
      await sleep(25)
    }
  })()
  return {
    stop: async () => {
      stopped = true
      await done
      return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
    },
  }
}

/** Megabytes of a program with all its children. */
function memoryOf(pid: number): number {
  const statusOf = (of: string) => {
    try {
      return readFileSync(`/proc/${of}/status`, 'utf8')
    } catch {
      return ''
    }
  }
  const figure = (text: string, name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ name, text: statusOf(name) }))
  return all
    .filter(({ name, text }) => Number(name) === pid || figure(text, 'PPid') === pid)
    .reduce((sum, { text }) => sum + figure(text, 'VmRSS') / 1024, 0)
}

/** Promise 29: files that were made to do harm, many at once, beside others' work. */
export async function run(): Promise<DrillLine[]> {
  await buildIfStale()
  const world = await postgresWorld()
  if (!world) throw new Error('This drill needs an installed PostgreSQL.')
  const cookie = await cookieOf(world.database, 'super')
  const program = await Process.make(world.url)
  await program.start()
  try {
    const pid = program.child?.pid ?? 0
    const calm = bystander(program.origin, cookie)
    await sleep(5_000)
    const calmP95 = await calm.stop()
    const before = memoryOf(pid)
    const busy = bystander(program.origin, cookie)
    const left = [...hostileFiles]
    const seen: Seen[] = []
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, memoryOf(pid))
    }, 100)
    const sender = async () => {
      for (let file = left.shift(); file; file = left.shift())
        seen.push(await send(program.origin, cookie, file))
    }
    await Promise.all(Array.from({ length: senders }, sender))
    const busyP95 = await busy.stop()
    clearInterval(watch)
    // Idle readers end after half a minute.
    await sleep(35_000)
    const after = memoryOf(pid)
    const slowest = seen.reduce((worst, one) => (one.ms > worst.ms ? one : worst))
    const wrong = seen.filter(({ status }) => typeof status !== 'number' || status < 400 || status >= 500)
    return [
      {
        promise: '29 hostile files',
        figure: `${seen.length} files, ${senders} at a time: each a 4xx within 5 s`,
        result: `${seen.length - wrong.length} of ${seen.length}${wrong.map(({ name, status }) => `; ${name}: ${status}`).join('')}; slowest ${(slowest.ms / 1000).toFixed(1)} s (${slowest.name})`,
        ok: wrong.length === 0 && slowest.ms < limitMs,
      },
      {
        promise: '29 others meanwhile',
        figure: 'p95 of a list below 250 ms',
        result: `${calmP95.toFixed(0)} ms before, ${busyP95.toFixed(0)} ms meanwhile`,
        ok: busyP95 < 250,
      },
      {
        promise: '29 memory',
        figure: 'back within 100 MB, never 1,600 MB above',
        result: `${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most, ${after.toFixed(0)} MB half a minute later`,
        ok: after < before + 100 && most < before + 1_600,
      },
    ]
  } finally {
    await program.end('SIGTERM')
    await world.stop()
  }
}
