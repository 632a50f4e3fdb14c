import { mdiCellphone, mdiMonitor, mdiOpenInNew, mdiRedo, mdiUndo } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { businessTimeZone, type Locale } from '#platform/constants.ts'
import { Button, ButtonAnchor, IconButton } from '#ui/button.tsx'
import { Segments } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import classes from './appearance-editor.module.css'
import type { Draft } from './use-draft.ts'

export type Frame = 'phone' | 'desktop'

interface HeadProps {
  draft: Draft
  frame: Frame
  language: Locale
  working: boolean
  onFrame: (frame: Frame) => void
  onLanguage: (language: Locale) => void
  onPublish: () => void
}

/** Of today or not: a draft is looked at while it is made. */
const timeOf = (moment: string) =>
  new Intl.DateTimeFormat('es', { hour: '2-digit', minute: '2-digit', timeZone: businessTimeZone }).format(
    new Date(moment),
  )

function savedSentence({ pending, busy, state }: Draft): string {
  if (pending) return busy ? m['appearance.saving']() : m['appearance.unsaved']()
  return state.savedAt
    ? m['appearance.savedAt']({ time: timeOf(state.savedAt) })
    : m['appearance.neverSaved']()
}

/** How the draft stands, how it is looked at, and the way out to the fans. */
export function EditorHead({ draft, frame, language, working, onFrame, onLanguage, onPublish }: HeadProps) {
  const { state, pending, undo, redo } = draft
  const untouched = !state.changed && !pending
  // What fans see was never published by anybody: it is what every portal begins with.
  const standard = untouched && state.versions.length === 0
  return (
    <header className={classes.head}>
      <h1>{m['appearance.title']()}</h1>
      <span className={classes.badge}>
        {standard ? m['appearance.standard']() : untouched ? m['appearance.live']() : m['appearance.draft']()}
      </span>
      <span className={classes.saved} role="status">
        {savedSentence(draft)}
      </span>
      <span className={classes.tools}>
        <IconButton label={m['appearance.undo']()} path={mdiUndo} disabled={!undo} onClick={undo} />
        <IconButton label={m['appearance.redo']()} path={mdiRedo} disabled={!redo} onClick={redo} />
        <Frames frame={frame} onFrame={onFrame} />
        <Segments
          label={m['appearance.language']()}
          value={language}
          options={[
            { value: 'es', label: 'ES' },
            { value: 'en', label: 'EN' },
          ]}
          onChange={onLanguage}
        />
        <ButtonAnchor href={state.url} target="_blank" rel="noopener" icon={mdiOpenInNew}>
          {m['appearance.viewLive']()}
        </ButtonAnchor>
        <Button look="primary" busy={working} disabled={untouched && !standard} onClick={onPublish}>
          {standard ? m['appearance.publishAsIs']() : m['appearance.publish']()}
        </Button>
      </span>
    </header>
  )
}

/** As on a phone, or on a desk. */
const Frames = ({ frame, onFrame }: Pick<HeadProps, 'frame' | 'onFrame'>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend that the row has no room for.
  <span className={classes.frames} role="group" aria-label={m['appearance.frame']()}>
    {(['phone', 'desktop'] as const).map((one) => (
      <button
        key={one}
        type="button"
        aria-pressed={frame === one}
        aria-label={one === 'phone' ? m['appearance.phone']() : m['appearance.desktop']()}
        onClick={() => onFrame(one)}
      >
        <Icon path={one === 'phone' ? mdiCellphone : mdiMonitor} size={18} />
      </button>
    ))}
  </span>
)
