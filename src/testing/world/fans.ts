import { portals } from './cast.ts'
import { makePlaces } from './places.ts'
import { randomFrom } from './random.ts'

const dayMs = 86_400_000

/** Fans who signed up for a release or for what was sold out, over a year, most of them where a proxy told their city. */
export function makeFans(now: Date) {
  const random = randomFrom('fans')
  const place = makePlaces()
  const counted = new Map<string, { row: Row; fans: number }>()
  for (const { id: portalId, home } of Object.values(portals))
    for (let fan = random.between(40, 220); fan > 0; fan--) {
      const { country, province, city } = place(random, home, 0.1)
      const known = random.chance(0.92)
      const row = {
        portalId,
        day: new Date(now.getTime() - random.between(1, 360) * dayMs).toISOString().slice(0, 10),
        country: known ? country : '',
        province: known ? (province ?? '') : '',
        city: known ? (city ?? '') : '',
      }
      const same = Object.values(row).join(' ')
      counted.set(same, { row, fans: (counted.get(same)?.fans ?? 0) + 1 })
    }
  return [...counted.values()].map(({ row, fans }) => ({ ...row, fans }))
}

interface Row {
  portalId: string
  day: string
  country: string
  province: string
  city: string
}
