import { formats } from '#platform/format.ts'
import { provinceName } from '#platform/place.ts'
import { words } from '#platform/words.ts'
import type { Oddity } from '../why-contract.ts'
import { changeSentence } from '../why-words.ts'
import { type FlagsAsking, flags } from './flags.ts'
import { oddities } from './oddities.ts'
import { highlights, salesInfo } from './overview.ts'
import { readPeriod } from './period.ts'
import { salesChange } from './sales-change.ts'
import { wholeSelection } from './selection.ts'

const named = 3

/** A week in five lines, with the figures of its page; undefined where nothing was sold nor seen, before or now. */
export async function weekLines(
  asking: FlagsAsking,
  days: { f: string; t: string },
): Promise<string[] | undefined> {
  const { tx, store, now, locale, base } = asking
  const asked = {
    tx,
    store,
    locale,
    question: readPeriod(days, now),
    selection: await wholeSelection(tx, base),
  }
  const { totals, previous } = await highlights(asked)
  if (!totals.netCents && !previous.netCents && !totals.visits && !previous.visits) return undefined
  const { money, number } = formats(locale)
  const say = (key: string, params: Record<string, string> = {}) => words(`inbox.week.${key}`, locale, params)
  const best = (await salesInfo(asked)).rows.filter(({ units }) => Number(units) > 0).slice(0, named)
  const { items: happened } = await flags(asking, days)
  const [odd] = (await oddities(asking)).items
  const unitsOf = (count: number) =>
    words(count === 1 ? 'ui.units.one' : 'ui.units.many', locale, { count: number(count) })
  const list = (all: string[]) => all.join(' · ')
  return [
    changeSentence(await salesChange(asking, days), locale),
    say('figures', {
      net: money(totals.netCents ?? 0),
      before: money(previous.netCents ?? 0),
      orders: number(totals.orders ?? 0),
      visits: number(totals.visits ?? 0),
    }),
    best.length > 0
      ? say('best', {
          list: list(best.map(({ name, units }) => say('oneOf', { name, units: unitsOf(Number(units)) }))),
        })
      : say('bestNone'),
    happened.length > 0
      ? say('happened', {
          list: list(
            happened
              .slice(0, named)
              .map(({ kind, name }) => words(`analytics.flags.${kind}`, locale, { name })),
          ),
        })
      : say('happenedNone'),
    odd
      ? say('odd', {
          name: placeOr(odd),
          now: odd.kind === 'source' ? say('visits', { count: number(odd.now) }) : unitsOf(odd.now),
          usual: number(Math.round(odd.usual * 10) / 10),
        })
      : say('oddNone'),
  ]
}

/** Cities are `ES-SE/Sevilla`. */
function placeOr({ kind, name }: Oddity): string {
  if (kind !== 'city') return name
  const [where = '', city = ''] = name.split('/')
  return `${city}, ${provinceName(where) ?? where}`
}
