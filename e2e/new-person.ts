import { randomUUID } from 'node:crypto'
import { portals } from '#testing/world/cast.ts'
import { freshSession, openBrowser, type Visitor } from './browser.ts'
import { lane } from './lane.ts'
import { mailTo } from './mailbox.ts'

/**
 * Signs a visitor in as somebody who was never here before: invited, mailed, activated. Answers how they sign in.
 * `at`: the portal that they belong to, and as what.
 */
export async function signInAsNewMember(
  { context, locale, origin }: Visitor,
  at = { portalId: portals.hotelLevante.id, role: 'Tech' },
) {
  const [email, password] = [`${randomUUID()}@correo.test`, 'una frase que nadie conoce']
  const inviter = await (await openBrowser()).newContext({ baseURL: origin })
  await freshSession(inviter, 'super')
  const draft = {
    email,
    name: 'Noa Lira',
    locale,
    portals: [at],
  }
  const invited = await inviter.request.post('/api/portals/team', { data: draft })
  await inviter.close()
  if (!invited.ok()) throw new Error(`The invitation was refused: ${await invited.text()}`)
  const { text } = await mailTo(lane().mailbox, email)
  const token = new URL(/https?:\/\/\S+activate-account\S+/.exec(text)?.[0] ?? '').searchParams.get('token')
  const data = { token, name: draft.name, password }
  const activated = await context.request.post('/api/account/activation', { data })
  if (!activated.ok()) throw new Error(`The activation was refused: ${await activated.text()}`)
  return { email, password }
}
