import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { AppearanceState } from '#features/appearance/contract.ts'
import { type ContentPlace, contentTabs } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import type { Locale } from '#platform/constants.ts'
import { goesWithTyping } from '#ui/kept-typing.ts'
import { useLeaveQuestion } from '#ui/leave-question.tsx'
import { Tabs } from '#ui/tabs.tsx'
import classes from './appearance-editor.module.css'
import { AppearancePanel, type Choices } from './appearance-panel.tsx'
import { DraftProblem } from './draft-problem.tsx'
import { EditorHead, type Frame } from './editor-head.tsx'
import { useDraft } from './use-draft.ts'
import { usePublishing } from './use-publishing.ts'

interface EditorProps extends Choices {
  place: ContentPlace
  loaded: AppearanceState
}

/** Choices on the left, the real page with the draft beside them. */
export function AppearanceEditor({ place, loaded, designs, typographies }: EditorProps) {
  const { session } = useRouteContext({ from: '__root__' })
  const portalId = place.portal.id
  const draft = useDraft(portalId, loaded)
  const { state, pending } = draft
  const { working, publish, restore, discard } = usePublishing(portalId, draft)
  const [frame, setFrame] = useState<Frame>('phone')
  const [language, setLanguage] = useState<Locale>(getLocale())
  // The products of the page are no part of the draft.
  const [reloads, setReloads] = useState(0)
  const question = useLeaveQuestion({
    // What is only waiting for its moment is saved on the way out; what cannot be saved asks.
    asks: async () => pending && !(await draft.flush()),
    asksBeforeUnload: () => pending && !goesWithTyping(),
  })
  return (
    <div className={classes.editor}>
      <div className={classes.tabs}>
        <Tabs
          label={m['shell.tabs.label']()}
          tabs={contentTabs(place, session)}
          path={`${place.base}/appearance`}
        />
      </div>
      <EditorHead
        {...{ draft, frame, language, working }}
        onFrame={setFrame}
        onLanguage={setLanguage}
        onPublish={publish}
      />
      <div className={classes.body}>
        <div className={classes.panel}>
          <DraftProblem draft={draft} />
          <AppearancePanel
            {...{ portalId, draft, designs, typographies }}
            onRestore={restore}
            onDiscard={discard}
            onProducts={() => setReloads(reloads + 1)}
          />
        </div>
        <div className={classes.canvas}>
          <div className={classes.device} data-frame={frame}>
            {/* The page's own origin and nothing else: no forms, no windows, no way to the dashboard. */}
            <iframe
              key={language}
              title={m['appearance.preview']()}
              src={`${state.previewUrl}&lang=${language}&v=${state.version}.${reloads}`}
              sandbox="allow-same-origin"
              loading="eager"
            />
          </div>
        </div>
      </div>
      {question}
    </div>
  )
}
