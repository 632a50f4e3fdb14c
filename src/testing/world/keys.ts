import { createHash } from 'node:crypto'
import { people, portals } from './cast.ts'
import { worldId } from './random.ts'

/** Two API keys of the label's owner, as a list has them; nobody knows what they were made of. */
export function makeKeys(now: Date) {
  const day = 86_400_000
  const key = (name: string, more: { permissions: string[]; portalId?: string; usedDaysAgo?: number }) => ({
    id: worldId(`key ${name}`),
    personId: people.label.id,
    name,
    hash: createHash('sha256').update(`nobody's key ${name}`).digest('base64url'),
    ending: worldId(`ending ${name}`).slice(-4),
    permissions: more.permissions,
    portalId: more.portalId ?? null,
    createdAt: new Date(now.getTime() - 40 * day),
    expiresAt: new Date(now.getTime() + 50 * day),
    lastUsedAt: more.usedDaysAgo === undefined ? null : new Date(now.getTime() - more.usedDaysAgo * day),
  })
  return [
    key('Hoja de ventas semanal', { permissions: ['analytics.viewanalytics'], usedDaysAgo: 1 }),
    key('Web de Clara Ventisca', {
      permissions: ['portal.viewportals', 'events.viewevents'],
      portalId: portals.claraVentisca.id,
    }),
  ]
}
