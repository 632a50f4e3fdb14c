import { mdiCellphone, mdiMonitor, mdiOpenInNew, mdiRedo, mdiUndo } from '@mdi/js'
import { useBlocker, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import type { AppearanceState } from '#features/appearance/contract.ts'
import { type ContentPlace, contentTabs } from '#features/portals/pages/content-place.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { businessTimeZone, type Locale } from '#platform/constants.ts'
import { Button, ButtonAnchor, IconButton } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Segments } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './appearance-editor.module.css'
import { AppearancePanel, type Choices } from './appearance-panel.tsx'
import { DraftProblem } from './draft-problem.tsx'
import { useDraft } from './use-draft.ts'

interface EditorProps extends Choices {
  place: ContentPlace
  loaded: AppearanceState
}

type Frame = 'phone' | 'desktop'

/** Of today or not: a draft is looked at while it is made. */
const timeOf = (moment: string) =>
  new Intl.DateTimeFormat('es', { hour: '2-digit', minute: '2-digit', timeZone: businessTimeZone }).format(
    new Date(moment),
  )

/** Choices on the left, the real page with the draft beside them. */
export function AppearanceEditor({ place, loaded, designs, typographies }: EditorProps) {
  const { api, session } = useRouteContext({ from: '__root__' })
  const portalId = place.portal.id
  const draft = useDraft(portalId, loaded)
  const { state, pending, busy } = draft
  const [frame, setFrame] = useState<Frame>('phone')
  const [language, setLanguage] = useState<Locale>(getLocale())
  const [working, setWorking] = useState(false)
  // The products of the page are no part of the draft.
  const [reloads, setReloads] = useState(0)
  const blocker = useBlocker({
    // What is only waiting for its moment is saved on the way out; what cannot be saved asks.
    shouldBlockFn: async () => pending && !(await draft.flush()),
    enableBeforeUnload: () => pending,
    withResolver: true,
  })

  const call = async (send: (version: number) => ReturnType<typeof api.appearance.publishAppearance>) => {
    if (working || (pending && !(await draft.flush()))) return
    setWorking(true)
    // Asked again: saving what was pending has made a new version.
    const now = await api.appearance.getAppearance({ portalId })
    const result = isFailure(now) ? now : await send(now.version)
    setWorking(false)
    if (isFailure(result)) {
      toast(
        typeof result?.error === 'object'
          ? (result.error?.message ?? m['appearance.saveFailed']())
          : m['appearance.saveFailed'](),
        { kind: 'error' },
      )
      return
    }
    draft.accept(result)
    return result
  }
  const withdraw = async (versionId: string) => {
    if (await call(() => api.appearance.withdrawAppearance({ portalId, versionId })))
      toast(m['ui.undo.done']())
  }
  const publish = async () => {
    const result = await call((version) => api.appearance.publishAppearance({ portalId }, { version }))
    const made = result?.versions[0]?.id
    if (!result || !made) return
    toast(m['appearance.published'](), {
      action: { label: m['ui.undo.verb'](), run: () => void withdraw(made) },
    })
  }
  const restore = async (versionId: string | undefined, done: string) => {
    const asked = { portalId, ...(versionId ? { versionId } : {}) }
    if (await call((version) => api.appearance.restoreAppearance(asked, { version }))) toast(done)
  }
  const saved = pending
    ? busy
      ? m['appearance.saving']()
      : m['appearance.unsaved']()
    : state.savedAt
      ? m['appearance.savedAt']({ time: timeOf(state.savedAt) })
      : m['appearance.neverSaved']()
  const untouched = !state.changed && !pending
  // What fans see was never published by anybody: it is what every portal begins with.
  const standard = untouched && state.versions.length === 0
  const preview = `${state.previewUrl}&lang=${language}&v=${state.version}.${reloads}`
  return (
    <div className={classes.editor}>
      <div className={classes.tabs}>
        <Tabs
          label={m['shell.tabs.label']()}
          tabs={contentTabs(place, session)}
          path={`${place.base}/appearance`}
        />
      </div>
      <header className={classes.head}>
        <h1>{m['appearance.title']()}</h1>
        <span className={classes.badge}>
          {standard
            ? m['appearance.standard']()
            : untouched
              ? m['appearance.live']()
              : m['appearance.draft']()}
        </span>
        <span className={classes.saved} role="status">
          {saved}
        </span>
        <span className={classes.tools}>
          <IconButton
            label={m['appearance.undo']()}
            path={mdiUndo}
            disabled={!draft.undo}
            onClick={draft.undo}
          />
          <IconButton
            label={m['appearance.redo']()}
            path={mdiRedo}
            disabled={!draft.redo}
            onClick={draft.redo}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend that the row has no room for. */}
          <span className={classes.frames} role="group" aria-label={m['appearance.frame']()}>
            {(['phone', 'desktop'] as const).map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={frame === one}
                aria-label={one === 'phone' ? m['appearance.phone']() : m['appearance.desktop']()}
                onClick={() => setFrame(one)}
              >
                <Icon path={one === 'phone' ? mdiCellphone : mdiMonitor} size={18} />
              </button>
            ))}
          </span>
          <Segments
            label={m['appearance.language']()}
            value={language}
            options={[
              { value: 'es', label: 'ES' },
              { value: 'en', label: 'EN' },
            ]}
            onChange={setLanguage}
          />
          <ButtonAnchor href={state.url} target="_blank" rel="noopener" icon={mdiOpenInNew}>
            {m['appearance.viewLive']()}
          </ButtonAnchor>
          <Button look="primary" busy={working} disabled={untouched && !standard} onClick={publish}>
            {standard ? m['appearance.publishAsIs']() : m['appearance.publish']()}
          </Button>
        </span>
      </header>
      <div className={classes.body}>
        <div className={classes.panel}>
          <DraftProblem draft={draft} />
          <AppearancePanel
            portalId={portalId}
            draft={draft}
            designs={designs}
            typographies={typographies}
            onRestore={restore}
            onProducts={() => setReloads(reloads + 1)}
          />
        </div>
        <div className={classes.canvas}>
          <div className={classes.device} data-frame={frame}>
            {/* The page's own origin and nothing else: no forms, no windows, no way to the dashboard. */}
            <iframe
              key={language}
              title={m['appearance.preview']()}
              src={preview}
              sandbox="allow-same-origin"
              loading="eager"
            />
          </div>
        </div>
      </div>
      <Confirm
        question={
          blocker.status === 'blocked'
            ? {
                title: m['ui.unsaved.leaveTitle'](),
                text: m['ui.unsaved.leaveText'](),
                verb: m['ui.unsaved.leave'](),
                cancel: m['ui.unsaved.stay'](),
                stays: true,
              }
            : undefined
        }
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      />
    </div>
  )
}
