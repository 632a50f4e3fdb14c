import { readdirSync, readFileSync } from 'node:fs'

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** What each process was last seen to have used, by its number and its start, which no other has. */
const seen = new Map<string, number>()

/**
 * Milliseconds on a processor of all processes of the server that were ever looked at. Those that have ended keep what they
 * last had: without them a connection that closes would make the sum smaller. What cleans up after others, whenever it
 * wishes to, is none of what is measured.
 */
export function postgresMs(folder: string): number {
  const server = readFileSync(`${folder}/data/postmaster.pid`, 'utf8').split('\n')[0]
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? []
    if (stat[1] !== server || read(`/proc/${pid}/cmdline`).includes('autovacuum worker')) continue
    const used = Number(read(`/proc/${pid}/schedstat`).split(' ')[0] ?? 0)
    seen.set(`${folder} ${pid} ${stat[19]}`, used)
  }
  const own = [...seen].filter(([key]) => key.startsWith(`${folder} `))
  return own.reduce((sum, [, used]) => sum + used, 0) / 1e6
}
