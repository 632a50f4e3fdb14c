import { useState } from 'react'
import type { Change } from '#client.ts'
import { m } from '#paraglide/messages.js'
import classes from './conflict.module.css'
import { here } from './formats.ts'
import type { Met } from './met-edits.ts'

interface ConflictProps<V> {
  met: Met<V>
  change: Change | undefined
  /** What each field is called; one without a name is called a field of this page. */
  names: Partial<Record<keyof V, () => string>>
  /** How values are said that are keys of something. */
  says?: Partial<Record<keyof V, (value: never) => string>>
  onPick: (field: keyof V, value: unknown) => void
}

/** Who changed the same thing meanwhile, what of one's own is in the form again, and both versions of what both changed. */
export function Conflict<V extends object>({ met, change, names, says = {}, onPick }: ConflictProps<V>) {
  const nameOf = (field: keyof V) => names[field]?.() ?? m['ui.conflict.field']()
  const again = [...new Set(met.again.map(nameOf))]
  // What has no name here would be called «a field» beside those that have one.
  const news = [...new Set(met.news.flatMap((field) => names[field]?.() ?? []))]
  return (
    <>
      <b>{whoSentence(change)}</b>{' '}
      {again.length > 0 ? m['ui.conflict.again']({ fields: again.join(', ') }) : undefined}{' '}
      {news.length > 0 ? m['ui.conflict.theirsOnly']({ fields: news.join(', ') }) : undefined}{' '}
      {nextStep([...new Set(met.clashes.map(({ field }) => nameOf(field)))], change?.mine ?? false)}
      {met.clashes.length > 0 ? (
        <dl className={classes.clashes}>
          {met.clashes.map((clash) => (
            <Clash
              key={String(clash.field)}
              name={nameOf(clash.field)}
              words={
                change?.mine
                  ? { mine: m['ui.conflict.here'](), theirs: m['ui.conflict.there']() }
                  : { mine: m['ui.conflict.mine'](), theirs: m['ui.conflict.theirs']() }
              }
              {...clash}
              say={says[clash.field] as ((value: unknown) => string) | undefined}
              onPick={(value) => onPick(clash.field, value)}
            />
          ))}
        </dl>
      ) : undefined}
    </>
  )
}

function nextStep(clashes: string[], own: boolean): string {
  const fields = clashes.join(', ')
  if (fields) return own ? m['ui.conflict.bothPlaces']({ fields }) : m['ui.conflict.both']({ fields })
  return own ? m['ui.conflict.saveYours']() : m['ui.conflict.save']()
}

interface ClashProps {
  name: string
  words: Record<'mine' | 'theirs', string>
  mine: unknown
  theirs: unknown
  say?: ((value: unknown) => string) | undefined
  onPick: (value: unknown) => void
}

function Clash({ name, words, mine, theirs, say = written, onPick }: ClashProps) {
  const [picked, setPicked] = useState<'mine' | 'theirs'>('mine')
  const choice = (which: 'mine' | 'theirs', value: unknown) => (
    <label data-picked={picked === which || undefined}>
      <input
        type="radio"
        name={`clash ${name}`}
        checked={picked === which}
        onChange={() => {
          setPicked(which)
          onPick(value)
        }}
      />
      <span>
        <small>{words[which]}</small>
        {say(value)}
      </span>
    </label>
  )
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {choice('mine', mine)}
        {choice('theirs', theirs)}
      </dd>
    </div>
  )
}

function whoSentence(change: Change | undefined): string {
  if (!change) return m['ui.conflict.somebody']()
  const at = here().dateTime(change.at)
  if (change.mine) return m['ui.conflict.yourself']({ at })
  return change.name ? m['ui.conflict.person']({ name: change.name, at }) : m['ui.conflict.provider']({ at })
}

/** A value as far as it can be said in a line. */
function written(value: unknown): string {
  if (value === '' || value === null || value === undefined) return m['ui.none']()
  if (typeof value === 'boolean') return value ? m['ui.yes']() : m['ui.no']()
  if (Array.isArray(value)) return listWord(value)
  if (typeof value === 'object') return partsWord(value)
  const text = String(value)
  // Names of files and ids say nothing to anybody: that it is another one does.
  return /^(\/files\/|[0-9a-f]{8}-[0-9a-f]{4}-)/.test(text) ? m['ui.conflict.other']() : text
}

const listWord = (list: unknown[]): string =>
  list.every((one) => typeof one === 'string')
    ? list.join(', ') || m['ui.none']()
    : m['ui.conflict.entries']({ count: list.length })

const partsWord = (whole: object): string =>
  Object.values(whole)
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' · ') || m['ui.none']()
