import type { ReactNode } from 'react'
import type { Api } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { FileField } from '#ui/file-field.tsx'
import { Frame, Page, TrailLink } from '#ui/page.tsx'
import { SheetProgress } from '#ui/sheet-progress.tsx'
import classes from './import.module.css'
import { ImportCheck } from './import-check.tsx'
import { ImportDone } from './import-done.tsx'
import { ImportReading } from './import-reading.tsx'
import { ImportVerbs } from './import-verbs.tsx'
import type { ImportWays } from './import-ways.ts'
import { useImport } from './use-import.ts'

interface ScreenProps {
  api: Api
  portalId: string
  ways: ImportWays
  /** Whose file it is, where that is chosen. */
  above?: ReactNode
}

/** A file of orders on its way into a portal: what it says, what would come of it, and what came. */
export function ImportScreen({ api, portalId, ways, above }: ScreenProps) {
  const state = useImport(api, portalId)
  const { file, reading, check, done, problem, busy, progress } = state
  return (
    <Page
      title={m['orders.upload.title']()}
      lead={m['orders.import.lead']()}
      trail={[
        <TrailLink key="orders" {...ways.orders}>
          {m['orders.title']()}
        </TrailLink>,
        <TrailLink key="imports" {...ways.imports}>
          {m['orders.imports.title']()}
        </TrailLink>,
        m['orders.upload.title'](),
      ]}
    >
      {above}
      <div className={classes.steps}>
        {done ? (
          <ImportDone {...{ done, portalId, ways }} onAgain={() => state.choose(undefined)} />
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
