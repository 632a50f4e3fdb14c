import { type Result, reasonOf } from '#client.ts'
import type { AppearanceState } from '#features/appearance/contract.ts'
import { m } from '#paraglide/messages.js'
import { useAskFirst } from '#ui/ask-first.tsx'
import { Button } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import classes from './appearance-panel.module.css'

export interface VersionsProps {
  state: AppearanceState
  /** Makes an earlier version the draft, says so, or says why not. */
  onRestore: (versionId: string, number: number) => void
  /** Makes what fans see the draft again. */
  onDiscard: () => Promise<Result<AppearanceState>>
}

/** What was published, the newest first, and the way back to each. */
export function DraftVersions({ state, onRestore, onDiscard }: VersionsProps) {
  const discarding = useAskFirst<void>({
    question: () => ({
      title: m['appearance.versions.confirmTitle'](),
      text: m['appearance.versions.confirmText'](),
      verb: m['appearance.versions.confirmVerb'](),
    }),
    act: onDiscard,
    done: () => m['appearance.versions.discarded'](),
    failed: (failure) => reasonOf(failure) ?? m['appearance.saveFailed'](),
  })
  if (state.versions.length === 0 && !state.changed)
    return <p className={classes.note}>{m['appearance.versions.none']()}</p>
  const { dateTime } = here()
  return (
    <>
      <ul className={classes.versions}>
        {state.versions.map((version, at) => {
          const date = dateTime(new Date(version.publishedAt))
          return (
            <li key={version.id}>
              <span>
                <b>{m['appearance.versions.item']({ number: version.number })}</b>
                <small>{version.by ? m['appearance.versions.by']({ date, person: version.by }) : date}</small>
              </span>
              {at === 0 ? (
                <em>{m['appearance.versions.now']()}</em>
              ) : (
                <Button size="sm" onClick={() => onRestore(version.id, version.number)}>
                  {m['appearance.versions.restore']()}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {state.changed ? (
        <Button size="sm" look="ghost" onClick={() => discarding.ask()}>
          {m['appearance.versions.discard']()}
        </Button>
      ) : undefined}
      {discarding.dialog}
    </>
  )
}
