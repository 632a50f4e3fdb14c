import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds on a processor of the server's processes that live. */
export function postgresMs(folder: string): number {
  const server = readFileSync(`${folder}/data/postmaster.pid`, 'utf8').split('\n')[0]
  const read = (file: string) => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return ''
    }
  }
  const own = readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')[1] === server,
  )
  return own.reduce((sum, pid) => sum + Number(read(`/proc/${pid}/schedstat`).split(' ')[0] ?? 0), 0) / 1e6
}
