import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What the Dockerfile sets for memory. */
export const asDeployed = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Starts a script of this project as a process of its own, and waits until `url` answers. */
export async function startChild(
  script: string,
  env: Record<string, string>,
  url: string,
): Promise<ChildProcess> {
  // As `npm start` does: with the size that Node takes from a large machine, a process holds 120 MB more.
  const flags = script === 'bin/start.ts' ? ['--max-semi-space-size=16'] : []
  const child = spawn(process.execPath, [...flags, script], {
    cwd: root,
    env: { ...process.env, ...asDeployed, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return child
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill()
  throw new Error(`${script} did not start`)
}

export async function stopChild(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** CPU seconds that the process has used so far, from its own metrics. */
export async function cpuSeconds(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text()
  const found = /^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]
  if (found === undefined) throw new Error(`${metricsUrl} tells no CPU time`)
  return Number(found)
}

/** Milliseconds of CPU per request: `warm` requests first, then the best of three rounds of `count`. */
export async function cpuPerRequest(
  url: string,
  metricsUrl: string,
  headers: Record<string, string>,
  { warm = 500, count = 1_000 } = {},
): Promise<number> {
  const some = async (left: number) => {
    const one = async () => {
      while (left-- > 0) {
        const response = await fetch(url, { headers })
        if (!response.ok) throw new Error(`${url} answered ${response.status}`)
        await response.arrayBuffer()
      }
    }
    await Promise.all([one(), one(), one(), one()])
  }
  await some(warm)
  const rounds: number[] = []
  for (let round = 0; round < 3; round++) {
    // prom-client reads the CPU time when it is asked, a little late: ask twice.
    await cpuSeconds(metricsUrl)
    const before = await cpuSeconds(metricsUrl)
    await some(count)
    await cpuSeconds(metricsUrl)
    rounds.push(((await cpuSeconds(metricsUrl)) - before) * (1_000 / count))
  }
  return Math.min(...rounds)
}

/** The process and those that it has started. */
export function familyOf({ pid = 0 }: ChildProcess): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children]
}

/** Megabytes that a process holds in memory, or has held at most (`VmHWM`); 0 once it has ended. */
export function heldMb(pid: number, what: 'VmHWM' | 'VmRSS'): number {
  try {
    const told = new RegExp(`${what}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(told?.[1] ?? 0) / 1_000
  } catch {
    return 0
  }
}
