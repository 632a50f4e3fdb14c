import { createFileRoute } from '@tanstack/react-router'
import { currentPortal } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { FileField } from '#ui/file-field.tsx'
import { Frame, Page, TrailLink } from '#ui/page.tsx'
import { SheetProgress } from '#ui/sheet-progress.tsx'
import classes from './import.module.css'
import { ImportCheck } from './import-check.tsx'
import { ImportDone } from './import-done.tsx'
import { ImportReading } from './import-reading.tsx'
import { ImportVerbs } from './import-verbs.tsx'
import { useImport } from './use-import.ts'

/** A file of orders on its way in: what it says, what would come of it, and what came. */
export const Route = createFileRoute('/_app/stocks/imports/new')({
  loader: ({ context: { session } }) => {
    const portal = currentPortal(session)
    if (!portal || !can(portal.permissions, 'stocks.managestocks')) notThere()
    return { portal }
  },
  head: () => ({ meta: [{ title: `${m['orders.upload.title']()} · Backline` }] }),
  component: ImportPage,
})

function ImportPage() {
  const { portal } = Route.useLoaderData()
  const { api } = Route.useRouteContext()
  const state = useImport(api, portal.id)
  const { file, reading, check, done, problem, busy, progress } = state
  return (
    <Page
      title={m['orders.upload.title']()}
      lead={m['orders.import.lead']()}
      trail={[
        <TrailLink key="orders" to="/stocks/orders">
          {m['orders.title']()}
        </TrailLink>,
        <TrailLink key="imports" to="/stocks/imports">
          {m['orders.imports.title']()}
        </TrailLink>,
        m['orders.upload.title'](),
      ]}
    >
      <div className={classes.steps}>
        {done ? (
          <ImportDone {...{ done, portalId: portal.id }} onAgain={() => state.choose(undefined)} />
        ) : (
          <>
            <Frame title={m['ui.sheet.file']()}>
              <FileField
                label={m['orders.import.choose']()}
                help={m['orders.import.help']()}
                error={problem}
                accept=".csv,.txt,.tsv,.gz,.xlsx,text/csv"
                file={file}
                onFile={state.choose}
              />
            </Frame>
            {busy ? <SheetProgress progress={progress} /> : undefined}
            {reading ? (
              <ImportReading {...{ reading }} onChange={state.correct} folded={check !== undefined} />
            ) : undefined}
            {check ? <ImportCheck check={check} onRate={state.rate} /> : undefined}
            {reading ? <ImportVerbs state={state} reading={reading} /> : undefined}
          </>
        )}
      </div>
    </Page>
  )
}
