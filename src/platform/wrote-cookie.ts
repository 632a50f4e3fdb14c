import type { CallContext } from './call.ts'
import { isStanding } from './standby.ts'

/** As long as a standby might not have what was written; it is not asked at all once it is further behind. */
const maxAgeSeconds = 30
const nameOf = (secure: boolean) => (secure ? '__Host-backline-wrote' : 'backline-wrote')

/** Up to where whoever asks has written, as their browser holds it: what they read has it in it. */
export function wroteFrom(cookieHeader: string | undefined, secure: boolean): string | undefined {
  const name = `${nameOf(secure)}=`
  const found = cookieHeader?.split(/;\s*/).find((part) => part.startsWith(name))
  const told = found?.slice(name.length)
  return isStanding(told) ? told : undefined
}

/** After a write, where a standby answers reads: tells the browser up to where it has written. */
export async function tellWrote({ database, sessionHash, headers, services }: CallContext): Promise<void> {
  if (!database.stands || !sessionHash) return
  const value = await database.stands()
  const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${services.secureCookies ? '; Secure' : ''}`
  headers.append('Set-Cookie', `${nameOf(services.secureCookies)}=${value}; ${flags}`)
}
