import { m } from '#paraglide/messages.js'

/**
 * What a mail server's answer means, by its enhanced status code (RFC 3463) or its reply code (RFC 5321); undefined for one
 * that says neither.
 */
export function failureWord(reason: string): string | undefined {
  const { kind, subject, detail, reply } = codesIn(reason)
  if (`${subject}.${detail}` === '2.2' || reply === '552') return m['communications.notifications.why.full']()
  if (subject === '7' || reply === '554') return m['communications.notifications.why.refused']()
  if (kind === '4' || reply.startsWith('4')) return m['communications.notifications.why.later']()
  if (subject === '1' || reply === '550' || reply === '551' || reply === '553')
    return m['communications.notifications.why.address']()
  return kind || reply ? m['communications.notifications.why.refused']() : undefined
}

function codesIn(reason: string) {
  const [, kind = '', subject = '', detail = ''] = /\b([45])\.(\d{1,3})\.(\d{1,3})\b/.exec(reason) ?? []
  const [reply = ''] = /\b[45]\d{2}\b/.exec(reason) ?? []
  return { kind, subject, detail, reply }
}
