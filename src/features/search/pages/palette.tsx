import { Modal } from '@mantine/core'
import { mdiMagnify } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type Api, isFailure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { mayOpen } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import { localized } from '#ui/localized.ts'
import { ModalRoot } from '#ui/modal-root.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import type { Hit } from '../contract.ts'
import { takeLetters } from './early-letters.ts'
import classes from './palette.module.css'
import { hitGroup, ownGroups, recentGroup } from './palette-entries.ts'
import type { Entry, Group } from './palette-entry.ts'
import { listsGroup } from './palette-lists.ts'
import { recentHits, rememberHit, usesOf } from './recent.ts'
import { useOwnActs } from './use-own-acts.ts'

interface PaletteProps {
  session: Session
  opened: boolean
  onClose: () => void
}

/** Finds anything and does the usual things, by keyboard alone if one likes. */
export default function Palette({ session, opened, onClose }: PaletteProps) {
  // Opened a moment after it is there: only then does the dialog note where the focus has to go back to.
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return (
    <ModalRoot
      opened={shown}
      onClose={onClose}
      size={620}
      yOffset="9vh"
      classNames={{ content: classes.dialog ?? '' }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={m['search.label']()}>
        <Modal.Body p={0}>
          <Finder session={session} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </ModalRoot>
  )
}

function Finder({ session, onClose }: { session: Session; onClose: () => void }) {
  const router = useRouter()
  const id = useId()
  const [typed, setTyped] = useState('')
  const { groups, lists, state } = useGroups(session, typed)
  const shown = lists ? [...groups, lists] : groups
  const found = groups.flatMap((group) => group.entries)
  const entries = shown.flatMap((group) => group.entries)
  const [chosen, setChosen] = useState<string>()
  const [entered, setEntered] = useState(false)
  const at = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosen),
  )
  const current = entries[at]
  const list = useRef<HTMLDivElement>(null)
  const optionId = (entry: Entry) => `${id}${entry.key.replaceAll(' ', '-')}`

  const choose = (entry: Entry | undefined) => {
    if (!entry) return
    if (entry.hit) rememberHit(session.user.id, session.currentPortalId, entry.hit)
    onClose()
    void entry.run?.()
    if (entry.link) router.history.push(localized(entry.link), { writes: true })
  }
  const move = (to: number) => {
    const next = entries[(to + entries.length) % entries.length]
    if (!next) return
    setChosen(next.key)
    list.current?.querySelector(`[id="${optionId(next)}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  // Whoever is faster than the answer meant what comes first in it: the lists below are for what is not found.
  const enter = () =>
    found.length === 0 && state === 'asking' && !chosen ? setEntered(true) : choose(current)
  const answered = entered && (found.length > 0 || state !== 'asking')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is something to choose.
  useEffect(() => {
    if (!answered) return
    setEntered(false)
    choose(current)
  }, [answered])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(at + 1)
    else if (event.key === 'ArrowUp') move(at - 1)
    else if (event.key === 'Enter') enter()
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className={classes.field}>
        <Icon path={mdiMagnify} />
        <input
          type="text"
          role="combobox"
          aria-label={m['search.label']()}
          aria-expanded={entries.length > 0}
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          {...(current ? { 'aria-activedescendant': optionId(current) } : {})}
          placeholder={m['search.placeholder']()}
          value={typed}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onFocus={() => {
            const early = takeLetters()
            if (early.typed) setTyped((now) => now + early.typed)
            if (early.entered && early.typed) setEntered(true)
          }}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setChosen(undefined)
            setEntered(false)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p data-unseen="always" role="status">
        {state === 'done' ? countWords(found.length) : ''}
      </p>
      <div className={classes.found}>
        {found.length === 0 && state !== 'asking' ? (
          <p className={classes.nothing}>
            {state === 'failed' ? m['search.failed']() : m['search.none']({ q: typed.trim() })}
          </p>
        ) : undefined}
        <div
          ref={list}
          id={`${id}list`}
          className={classes.list}
          role="listbox"
          aria-label={m['search.label']()}
        >
          {shown.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own.
            <div key={group.id} role="group" aria-label={group.title}>
              <p className={classes.heading} aria-hidden="true">
                {group.title}
              </p>
              {group.entries.map((entry) => (
                // biome-ignore lint/a11y: options are chosen from the field; the pointer is a second way.
                <div
                  key={entry.key}
                  id={optionId(entry)}
                  role="option"
                  aria-selected={entry === current}
                  className={classes.option}
                  onPointerMove={() => setChosen(entry.key)}
                  onClick={() => choose(entry)}
                >
                  <Icon path={entry.icon} />
                  <span>{entry.title}</span>
                  <small>{entry.detail}</small>
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
      <p className={classes.help}>{m['search.help']()}</p>
    </>
  )
}

const countWords = (count: number) =>
  count === 1 ? m['search.resultsOne']() : m['search.results']({ count })

/** Waits for a pause in typing before asking. */
const pauseMs = 150
/** Fewer letters are in the name of too many places. */
const placeLength = 3

/** Where this person's words are looked for; whoever has no portal finds nothing. */
function questionOf(api: Api, { user, currentPortalId: portalId }: Session, q: string) {
  const options = { key: 'search' }
  if (!q) return undefined
  if (user.staff) return () => api.search.searchAll({ q }, options)
  return async () => (portalId ? api.search.searchPortal({ portalId, q }, options) : { groups: [] })
}

const seesOrders = (session: Session) =>
  mayOpen(session, session.user.staff ? '/products/orders' : '/stocks/orders')

/** What matches so far; what was found stays while the next words are asked for. */
function useGroups(
  session: Session,
  typed: string,
): { groups: Group[]; lists?: Group | undefined; state: 'asking' | 'done' | 'failed' } {
  const { api } = useRouteContext({ from: '__root__' })
  const ownActs = useOwnActs()
  const [recent] = useState(() => recentHits(session.user.id, session.currentPortalId))
  const q = typed.trim()
  const { answer, about } = useAnswer(questionOf(api, session, q), q, pauseMs)
  const places = useAnswer(
    q.length >= placeLength && seesOrders(session)
      ? () => api.orders.listOrderChoices({ q }, { key: 'search-places' })
      : undefined,
    q,
    pauseMs,
  )
  const own = ownGroups(session, q, ownActs)
  if (!q) return { groups: recent.length > 0 ? [recentGroup(recent), ...own] : own, state: 'asking' }
  const uses = usesOf(session.user.id, session.currentPortalId)
  const found = isFailure(answer)
    ? []
    : answer.groups.map(({ type, items }) => hitGroup(type, mostUsedFirst(items, uses)))
  const answered = isFailure(answer) ? 'failed' : 'done'
  // What is known at once stands first: nothing moves away from below the pointer when the answer comes.
  const named = isFailure(places.answer) || places.about !== q ? [] : places.answer.places
  const lists = listsGroup(
    session,
    q,
    named.map(({ place }) => place),
  )
  return { groups: [...own, ...found], lists, state: about === q ? answered : 'asking' }
}

/** In the order of the answer, but for what this person opens most. */
const mostUsedFirst = (hits: readonly Hit[], uses: (hit: Hit) => number) =>
  [...hits].sort((a, b) => uses(b) - uses(a))
