import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { together } from '#client.ts'
import { staffTabs } from '#pages/billing-tabs.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { SearchBox } from '#ui/filters.tsx'
import { here } from '#ui/formats.ts'
import { useListSearch } from '#ui/list-search.ts'
import { Listing } from '#ui/listing.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Frame, Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useWished } from '#ui/use-wished.ts'
import type { FiscalIssuer, FiscalSettings } from '../fiscal-contract.ts'
import classes from './billing.module.css'
import { FiscalAttention } from './fiscal-attention.tsx'
import { FiscalDeclaration } from './fiscal-declaration.tsx'
import { FiscalIssuers } from './fiscal-issuers.tsx'
import { FiscalNotices } from './fiscal-notices.tsx'
import { modeNames, modeTexts } from './fiscal-words.ts'

const ModeDialog = lazy(() => import('./fiscal-mode-dialog.tsx'))
const DatesDialog = lazy(() => import('./fiscal-dates-dialog.tsx'))
const ExportDialog = lazy(() => import('./fiscal-export-dialog.tsx'))
const IssuerDialog = lazy(() => import('./fiscal-issuer-dialog.tsx'))

interface Search {
  q?: string
  page?: number
}
const readSearch = (search: Record<string, unknown>): Search => ({
  ...(typeof search.q === 'string' && search.q ? { q: search.q } : {}),
  ...(Number(search.page) > 1 ? { page: Math.trunc(Number(search.page)) } : {}),
})

/** How Veri*factu records are made, by issuer, and what is open of them. */
export const Route = createFileRoute('/_app/billing/verifactu')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { session, api }, deps }) => {
    if (!session?.user.staff || !can(permissionsOf(session), 'billing.managebills')) notThere()
    const [settings, attention, issuers] = await Promise.all([
      api.billing.getFiscalSettings({}),
      api.billing.listFiscalRecords({}),
      api.billing.listFiscalIssuers(deps, { key: 'fiscal' }),
    ])
    return { settings, attention, issuers }
  },
  head: () => ({ meta: [{ title: `${m['billing.fiscal.title']()} · Backline` }] }),
  component: FiscalPage,
})

/** What is asked, and of whom: all where it names nobody. */
type Opened = { what: 'mode' | 'dates' | 'export' | 'issuer'; of?: FiscalIssuer }

function FiscalPage() {
  const { settings, attention, issuers } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const search = useWished(Route.useSearch(), readSearch)
  const { filter, clear, page } = useListSearch(readSearch)
  const [opened, setOpened] = useState<Opened>()
  const mayChange = session?.user.super === true
  const change = (what: 'mode' | 'dates') =>
    mayChange ? (
      <Button size="sm" onClick={() => setOpened({ what })}>
        {m['billing.fiscal.change']()}
      </Button>
    ) : undefined
  return (
    <Page title={m['billing.fiscal.title']()} lead={m['billing.fiscal.lead']()}>
      <Tabs label={m['billing.tabs.label']()} tabs={staffTabs(true)} path="/billing/verifactu" />
      <Loaded of={together({ settings, attention })} failed={m['billing.fiscal.loadFailed']()}>
        {(found) => (
          <div className={classes.stack} style={{ marginTop: 20, gap: 24 }}>
            <FiscalNotices settings={found.settings} />
            <FiscalAttention records={found.attention} />
            <Frame title={m['billing.fiscal.all']()} control={change('mode')}>
              <div className={classes.stack}>
                <ModeOfAll settings={found.settings} />
              </div>
            </Frame>
            <Frame title={m['billing.fiscal.dates']()} control={change('dates')}>
              <div className={classes.stack}>
                <LawsDays dates={found.settings.dates} />
              </div>
            </Frame>
            <section>
              <h2 className={classes.heading}>{m['billing.fiscal.issuers']()}</h2>
              <Listing
                found={issuers}
                failed={m['billing.fiscal.loadFailed']()}
                filtered={search.q !== undefined}
                empty={{
                  title: m['billing.fiscal.noIssuers'](),
                  text: m['billing.fiscal.noIssuersText'](),
                }}
                filters={
                  <div className={classes.filters}>
                    <SearchBox
                      label={m['billing.fiscal.search']()}
                      value={search.q ?? ''}
                      onSearch={(q) => filter({ q: q || undefined })}
                    />
                  </div>
                }
                example={() => import('./example-bills.ts').then(({ exampleIssuers }) => exampleIssuers())}
                noResults={{
                  title: m['billing.fiscal.noResults'](),
                  text: m['billing.fiscal.noResultsText'](),
                }}
                onClear={clear}
                onPage={page}
              >
                {({ items }) => (
                  <FiscalIssuers issuers={items} onLook={(of) => setOpened({ what: 'issuer', of })} />
                )}
              </Listing>
            </section>
            {found.settings.declaration ? (
              <FiscalDeclaration declaration={found.settings.declaration} maySign={mayChange} />
            ) : undefined}
            <Suspense>
              {opened ? (
                <OpenedDialog
                  opened={opened}
                  settings={found.settings}
                  mayChange={mayChange}
                  onTurn={setOpened}
                />
              ) : undefined}
            </Suspense>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

/** How records are made of all who have no mode of their own, today and from a day on. */
function ModeOfAll({ settings: { mode, next } }: { settings: FiscalSettings }) {
  return (
    <>
      <p className={classes.text}>
        <b>{modeNames[mode]()}</b>
        <br />
        {modeTexts[mode]()}
      </p>
      {next ? (
        <p className={classes.text}>
          {m['billing.fiscal.next']({ day: here().date(next.from), mode: modeNames[next.mode]() })}
        </p>
      ) : undefined}
      <p className={classes.quiet}>{m['billing.fiscal.allText']()}</p>
    </>
  )
}

function LawsDays({ dates }: Pick<FiscalSettings, 'dates'>) {
  const { date } = here()
  return (
    <>
      <p className={classes.text}>
        {m['billing.fiscal.company']()}: <b>{date(dates.company)}</b>
        <br />
        {m['billing.fiscal.person']()}: <b>{date(dates.person)}</b>
        <br />
        {dates.source}
      </p>
      <p className={classes.quiet}>{m['billing.fiscal.datesText']()}</p>
    </>
  )
}

interface OpenedProps {
  opened: Opened
  settings: FiscalSettings
  mayChange: boolean
  onTurn: (opened: Opened | undefined) => void
}

function OpenedDialog({ opened: { what, of }, settings, mayChange, onTurn }: OpenedProps) {
  const close = () => onTurn(undefined)
  if (what === 'mode') return <ModeDialog of={of} mode={of ? ownMode(of) : settings.mode} onClose={close} />
  if (what === 'dates') return <DatesDialog dates={settings.dates} onClose={close} />
  if (!of) return undefined
  if (what === 'export') return <ExportDialog of={of} onClose={close} />
  return (
    <IssuerDialog of={of} mayChange={mayChange} onAct={(act) => onTurn({ what: act, of })} onClose={close} />
  )
}

const ownMode = ({ own, mode }: FiscalIssuer) => (own ? mode : null)
