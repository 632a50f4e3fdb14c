import { useRouteContext, useRouter } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import { useUnsavedQuestion } from '#ui/unsaved-question.ts'
import { type Frequency, frequencies, type MessageKind } from '../choices.ts'
import type { Preference } from '../contract.ts'
import classes from './inbox.module.css'
import { kindWord } from './kind-words.ts'

const words: Record<Frequency, () => string> = {
  once: m['inbox.preferences.once'],
  daily: m['inbox.preferences.daily'],
  off: m['inbox.preferences.off'],
}

/** The mail of the week is of a week: there is none at once, and none a day. */
const wordOf = (kind: MessageKind, frequency: Frequency) =>
  kind === 'week' && frequency === 'once' ? m['inbox.preferences.mondays'] : words[frequency]
const offered = (kind: MessageKind) =>
  kind === 'week' ? frequencies.filter((one) => one !== 'daily') : frequencies

/** What is told of portals to their teams, which staff are none of. */
const ofTeams: readonly string[] = ['sale', 'milestone', 'week']

/** How often one wants mail of each kind; staff are told of no sales. */
export function PreferencesForm({ items, staff }: { items: readonly Preference[]; staff: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const shown = items.filter(({ kind }) => !staff || !ofTeams.includes(kind))
  const initial = Object.fromEntries(shown.map(({ kind, frequency }) => [kind, frequency])) as Partial<
    Record<MessageKind, Frequency>
  >
  const form = useForm(initial, m['inbox.preferences.failed']())
  const question = useUnsavedQuestion(form)
  const save = async () => {
    const wanted = shown.map(({ kind }) => ({ kind, frequency: form.values[kind] ?? 'once' }))
    const saved = await form.send(() => api.inbox.updatePreferences({ items: wanted }))
    if (!saved) return
    form.reset(form.values)
    toast(m['inbox.preferences.saved']())
    await router.invalidate()
  }
  return (
    <Frame title={m['inbox.preferences.title']()}>
      <form
        className={classes.preferences}
        onSubmit={(event) => {
          event.preventDefault()
          if (!form.busy) void save()
        }}
      >
        <p className={classes.quiet}>{m['inbox.preferences.text']()}</p>
        {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
        {shown.map(({ kind }) => (
          <SelectField
            key={kind}
            label={kindWord(kind)}
            value={form.values[kind]}
            options={offered(kind).map((value) => ({ value, label: wordOf(kind, value)() }))}
            onChange={(event) => form.set(kind, event.currentTarget.value as Frequency)}
          />
        ))}
        <Button type="submit" busy={form.busy} disabled={form.changed.length === 0}>
          {m['inbox.preferences.save']()}
        </Button>
      </form>
      {question}
    </Frame>
  )
}
