import { m } from '#paraglide/messages.js'
import { countryName } from '#ui/country-name.ts'
import { here } from '#ui/formats.ts'
import type { Row } from '../contract.ts'

/** Nearer than this a concert is the same public's. */
const nearKm = 50

const isAnnounced = ({ event, nearest, nearestKm }: Row) =>
  Boolean(event) || (Boolean(nearest) && Number(nearestKm) < nearKm)
const placeOf = ({ name, country }: Row) =>
  country === 'ES' ? String(name) : `${name}, ${countryName(String(country))}`
const bought = ({ netCents }: Row) => Number(netCents) > 0

/** Where to play, in a sentence: the first place by sales where nothing is announced, and why there. */
export function playSentence(items: readonly Row[]): string {
  const known = items.filter(bought)
  const [most] = known
  if (!most) return m['detail.play.lead']()
  const next = known.find((row) => !isAnnounced(row))
  if (!next) return m['detail.play.allAnnounced']({ place: placeOf(most) })
  const words = { place: placeOf(next), net: here().money(Number(next.netCents)) }
  const said =
    next === most ? m['detail.play.most'](words) : m['detail.play.next']({ ...words, first: placeOf(most) })
  const fans = Number(next.fans)
  if (!(fans > 0)) return said
  const { place } = words
  // The place again: the sentence before may have named another one.
  const waiting =
    fans === 1
      ? m['detail.play.mostFan']({ place })
      : m['detail.play.mostFans']({ place, count: here().number(fans) })
  return `${said} ${waiting}`
}
