import { mdiPlus } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { type Api, type Failure, together } from '#client.ts'
import { staffTabs } from '#pages/billing-tabs.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { todayPlus } from '#platform/windows.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Notice } from '#ui/notice.tsx'
import { Frame, Page } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { Tabs } from '#ui/tabs.tsx'
import classes from './billing.module.css'
import { rateNames, rateWord } from './billing-words.ts'
import { CertificateFrame } from './certificate-frame.tsx'
import { ProductRates } from './product-rates.tsx'

const ProductRateDialog = lazy(() => import('./product-rate-dialog.tsx'))
const RateDialog = lazy(() => import('./rate-dialog.tsx'))
const ProviderDialog = lazy(() => import('./provider-dialog.tsx'))

/** Taxes and commissions, and who pays: what every bill starts from. */
export const Route = createFileRoute('/_app/billing/rates')({
  loader: async ({ context }) => {
    const { session, api } = context
    if (!session?.user.staff || !can(permissionsOf(session), 'billing.managebills')) notThere()
    const [rates, provider, signing] = await Promise.all([
      api.billing.listRates({}),
      api.billing.getProvider({}),
      api.billing.getCertificate({}),
    ])
    return { rates, provider, signing }
  },
  head: () => ({ meta: [{ title: `${m['billing.rates.title']()} · Backline` }] }),
  component: RatesPage,
})

function RatesPage() {
  const { rates, provider, signing } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const [opened, setOpened] = useState<'rate' | 'product' | 'provider'>()
  const today = todayPlus(new Date())
  const close = () => setOpened(undefined)
  return (
    <Page
      title={m['billing.rates.title']()}
      lead={m['billing.rates.lead']()}
      actions={
        <Button look="primary" icon={mdiPlus} onClick={() => setOpened('rate')}>
          {m['billing.rates.add']()}
        </Button>
      }
    >
      <Tabs label={m['billing.tabs.label']()} tabs={staffTabs(true)} path="/billing/rates" />
      <Loaded of={together({ rates, provider, signing })} failed={m['billing.rates.loadFailed']()}>
        {(found) => (
          <div className={classes.stack} style={{ marginTop: 20, gap: 24 }}>
            <DataTable
              label={m['billing.rates.title']()}
              rows={found.rates.items}
              rowKey={({ key, validFrom, portal }) => `${key} ${validFrom} ${portal?.id}`}
              columns={[
                {
                  id: 'key',
                  title: m['billing.rates.key'](),
                  phone: 'main',
                  cell: ({ key }) => <b className={classes.strong}>{rateNames[key]()}</b>,
                },
                {
                  id: 'kind',
                  title: m['billing.rates.kind'](),
                  cell: ({ kind }) =>
                    kind === 'vat' ? m['billing.rates.vat']() : m['billing.rates.commission'](),
                },
                {
                  id: 'portal',
                  title: m['billing.rates.portal'](),
                  phone: 'detail',
                  cell: ({ portal }) => portal?.name ?? m['billing.rates.everybody'](),
                },
                {
                  id: 'from',
                  title: m['billing.rates.from'](),
                  cell: ({ validFrom }) =>
                    validFrom < '2000' ? m['billing.rates.always']() : here().date(validFrom),
                },
                {
                  id: 'state',
                  title: m['billing.rates.status'](),
                  phone: 'status',
                  cell: (rate) => <RateStatus {...rate} today={today} />,
                },
                {
                  id: 'pct',
                  title: m['billing.rates.pct'](),
                  numeric: true,
                  phone: 'amount',
                  cell: ({ bp }) => <b>{rateWord(bp)}</b>,
                },
              ]}
            />
            <ProductRates rates={found.rates.products} onAdd={() => setOpened('product')} />
            <Frame
              title={m['billing.provider.title']()}
              control={
                session?.user.super ? (
                  <Button size="sm" onClick={() => setOpened('provider')}>
                    {m['billing.provider.edit']()}
                  </Button>
                ) : undefined
              }
            >
              <div className={classes.stack}>
                <ProviderText provider={found.provider} />
                <p className={classes.quiet}>
                  {m['billing.provider.text']()}{' '}
                  {session?.user.super ? '' : m['billing.provider.superOnly']()}
                </p>
              </div>
            </Frame>
            <CertificateFrame
              certificate={found.signing.certificate}
              mayChange={session?.user.super === true}
            />
            <Suspense>
              {opened === 'rate' ? <RateDialog onClose={close} /> : undefined}
              {opened === 'product' ? <ProductRateDialog onClose={close} /> : undefined}
              {opened === 'provider' ? (
                <ProviderDialog provider={found.provider} onClose={close} />
              ) : undefined}
            </Suspense>
          </div>
        )}
      </Loaded>
    </Page>
  )
}

function RateStatus({ current, validFrom, today }: { current: boolean; validFrom: string; today: string }) {
  if (current) return <Status mark="live">{m['billing.rates.current']()}</Status>
  if (validFrom > today) return <Status mark="draft">{m['billing.rates.later']()}</Status>
  return <Status mark="paused">{m['billing.rates.past']()}</Status>
}

type Provider = Exclude<Awaited<ReturnType<Api['billing']['getProvider']>>, Failure | undefined>

function ProviderText({ provider }: { provider: Provider }) {
  if (!provider.legalName) return <Notice kind="warning">{m['billing.provider.missing']()}</Notice>
  return (
    <p className={classes.text}>
      <b>{provider.legalName}</b>
      <br />
      {provider.taxId}
      <br />
      {provider.street}, {provider.postcode} {provider.city}
      <br />
      {provider.ibanMasked}
    </p>
  )
}
