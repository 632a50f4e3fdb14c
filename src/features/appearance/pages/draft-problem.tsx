import type { Appearance } from '#features/appearance/contract.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Conflict } from '#ui/conflict.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Draft } from './use-draft.ts'

const names = {
  design: m['appearance.section.design'],
  typography: m['appearance.section.typography'],
  colors: m['appearance.section.colors'],
  buttons: m['appearance.section.buttons'],
  logoUrl: m['appearance.section.pictures'],
  coverUrl: m['appearance.section.pictures'],
  tagline: m['appearance.section.text'],
  blocks: m['appearance.section.blocks'],
}

/** What keeps a draft from being saved: another one that was there first, or a call that failed. */
export function DraftProblem({ draft }: { draft: Draft }) {
  const { meeting, problem } = draft
  if (meeting)
    return (
      <Notice kind="info">
        <Conflict
          {...meeting}
          names={names}
          onPick={(field, value) => draft.change({ [field]: value } as Partial<Appearance>)}
        />
        <Button size="sm" onClick={draft.settle}>
          {meeting.met.clashes.length > 0 ? m['appearance.keep']() : m['appearance.understood']()}
        </Button>
      </Notice>
    )
  if (!problem) return null
  return (
    <Notice kind="error">
      {m['appearance.saveFailed']()}{' '}
      <Button size="sm" onClick={() => void draft.flush()}>
        {m['appearance.retry']()}
      </Button>
    </Notice>
  )
}
