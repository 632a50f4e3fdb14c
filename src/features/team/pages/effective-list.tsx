import { mdiCheck } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import { Frame } from '#ui/page.tsx'
import classes from './member-form.module.css'
import { keyWords } from './role-words.ts'
import { type SeenPortal, WouldSee } from './would-see.tsx'

/** What all of it comes to, in words and as they would see it. */
export function EffectiveList({
  name,
  portal,
  keys,
  editable,
}: {
  name: string
  portal: SeenPortal
  keys: ReadonlySet<string>
  /** May the reader change it? */
  editable: boolean
}) {
  const first = name.split(/\s+/)[0] ?? name
  const shown = Object.entries(keyWords).filter(([key]) => keys.has(key))
  return (
    <Frame title={m['team.member.can']({ name: first })}>
      <p className={classes.quiet}>
        {(editable ? m['team.member.canHelp'] : m['team.member.canNow'])({ portal: portal.name })}
      </p>
      {shown.length === 0 ? <p>{m['team.member.nothing']()}</p> : undefined}
      <ul className={classes.list} aria-live="polite">
        {shown.map(([key, word]) => (
          <li key={key}>
            <Icon path={mdiCheck} size={16} />
            {word()}
          </li>
        ))}
      </ul>
      <h3 className={classes.seenHead}>{m['team.see.title']({ name: first })}</h3>
      <WouldSee portal={portal} keys={keys} />
    </Frame>
  )
}
