import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startCluster } from '#testing/postgres.ts'
import { wordsStamp } from '../bin/words-apart.ts'
import { slowness, usualFloorMs } from './api-list.ts'
import { asDeployed, familyOf, heldMb, stopChild } from './child.ts'
import type { Figure } from './figures.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const port = 20_871
const restMs = 10_000

/** What a start costs whoever waits for it, and what the program holds afterwards: nothing built, built, on PostgreSQL. */
export async function benchStarts(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'backline-starts-'))
  // Nothing is built for files that are not those of the fingerprint.
  rmSync(join(root, 'dist/fingerprint'), { force: true })
  for (const shape of ['together', 'apart'] as const) rmSync(join(root, wordsStamp(shape)), { force: true })
  try {
    const first = await start({ DATA_DIR: folder })
    const second = await start({ DATA_DIR: folder })
    const cluster = await startCluster()
    try {
      if (cluster) await start({ DATABASE_URL: cluster.url('postgres') })
      const third = cluster && (await start({ DATABASE_URL: cluster.url('postgres') }))
      const slow = (await slowness()) ?? 1
      return [
        ...figuresOf(
          'first start, nothing built, with the demo world',
          first,
          { seconds: 40, peak: 700 },
          slow,
        ),
        ...figuresOf('second start, embedded', second, { seconds: 2, rest: 300 }, slow),
        ...(third ? figuresOf('start on an empty PostgreSQL that stands', third, { rest: 180 }, slow) : []),
      ]
    } finally {
      cluster?.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Started {
  seconds: number
  /** The most that any one process of it held, MB. */
  peak: number
  /** What the program holds ten seconds later, MB. */
  rest: number
}

async function start(env: Record<string, string>): Promise<Started> {
  const began = performance.now()
  const child = spawn(process.execPath, ['--max-semi-space-size=16', 'bin/start.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...asDeployed,
      PORT: String(port),
      PORTALS_PORT: String(port + 1),
      EXCHANGE_RATES_URL: '',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    let peak = 0
    while (!(await isReady())) {
      if (child.exitCode !== null) throw new Error('The program ended instead of starting')
      peak = Math.max(peak, ...familyOf(child).map((pid) => heldMb(pid, 'VmHWM')))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const seconds = (performance.now() - began) / 1_000
    await new Promise((resolve) => setTimeout(resolve, restMs))
    peak = Math.max(peak, heldMb(child.pid ?? 0, 'VmHWM'))
    return { seconds, peak, rest: heldMb(child.pid ?? 0, 'VmRSS') }
  } finally {
    await stopChild(child)
  }
}

const isReady = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )

/** Limits of seconds are longer by as much as this machine is slower. */
function figuresOf(what: string, started: Started, limits: Partial<Started>, slow: number): Figure[] {
  const names = {
    seconds: [what, 's'],
    peak: [`${what}: most that one process held`, 'MB'],
    rest: [`${what}: memory at rest`, 'MB'],
  } as const
  return (['seconds', 'peak', 'rest'] as const).map((key) => {
    const [name, unit] = names[key]
    const wanted = limits[key]
    if (wanted === undefined) return { what: name, value: started[key], unit }
    const most = key === 'seconds' ? wanted * slow : wanted
    const usual = key === 'seconds' ? ` (${wanted} at a floor of ${usualFloorMs} ms)` : ''
    return {
      ...{ what: name, value: started[key], unit },
      ...{ limit: `≤ ${Number(most.toPrecision(2))} ${unit}${usual}`, met: started[key] <= most },
    }
  })
}
