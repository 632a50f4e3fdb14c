import { m } from '#paraglide/messages.js'
import { todayPlus } from '#platform/windows.ts'
import { DateField } from '#ui/date-field.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { FieldRow } from '#ui/form-page.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { type Supply, supplies, territories } from '../choices.ts'
import type { Information } from '../information-contract.ts'
import { territoryOf } from '../places.ts'
import {
  needsNotice,
  needsReason,
  type RetentionKind,
  retentionKindsOf,
  retentionYears,
} from '../retention.ts'
import { payeeOf } from '../tax-id-letters.ts'
import { rateWord } from './billing-words.ts'
import { changeCounts, changesStanding, type InformationPart } from './information-values.ts'
import { RetentionFile } from './retention-file.tsx'

const territoryNames = {
  peninsula: m['billing.information.territories.peninsula'],
  canaries: m['billing.information.territories.canaries'],
  ceutaMelilla: m['billing.information.territories.ceutaMelilla'],
  basqueNavarre: m['billing.information.territories.basqueNavarre'],
} as const
const supplyNames = {
  services: m['billing.information.supplies.services'],
  authorship: m['billing.information.supplies.authorship'],
} as const satisfies Record<Supply, () => string>
const kindNames = {
  none: m['billing.information.retentionKinds.none'],
  professional: m['billing.information.retentionKinds.professional'],
  beginner: m['billing.information.retentionKinds.beginner'],
  lowIncome: m['billing.information.retentionKinds.lowIncome'],
  intellectualProperty: m['billing.information.retentionKinds.intellectualProperty'],
  capital: m['billing.information.retentionKinds.capital'],
  imageRights: m['billing.information.retentionKinds.imageRights'],
} as const satisfies Record<RetentionKind, () => string>
const yearHelp = {
  beginner: m['billing.information.retentionYearHelp.beginner'],
  lowIncome: m['billing.information.retentionYearHelp.lowIncome'],
}

interface TaxProps extends InformationPart {
  portalId: string
  information: Information
  thisYear: number
}

/** Where and what is supplied, and what is withheld for what. */
export function TaxFields({ portalId, information, thisYear, ...part }: TaxProps) {
  const { values, errors, disabled, set } = part
  const territory = territoryOf(values.postcode) ?? information.territory
  return (
    <>
      <FieldRow>
        <SelectField
          label={m['billing.information.territory']()}
          help={m['billing.information.territoryHelp']()}
          value={territory}
          error={errors.territory}
          disabled
          options={territories.map((value) => ({ value, label: territoryNames[value]() }))}
          onChange={() => {}}
        />
        <SelectField
          label={m['billing.information.supply']()}
          value={values.supply}
          error={errors.supply}
          disabled={disabled || values.kind === 'company'}
          options={supplies.map((value) => ({ value, label: supplyNames[value]() }))}
          onChange={(event) => {
            const supply = event.currentTarget.value as Supply
            set('supply', supply)
            const { retention } = values
            if (retention && !retentionKindsOf(payeeOf(values), supply).includes(retention))
              set('retention', '')
          }}
        />
      </FieldRow>
      {changesStanding(values, information) || information.since ? (
        <DateField
          label={m['billing.information.since']()}
          help={
            information.since && !changesStanding(values, information)
              ? m['billing.information.sinceNow']({ day: here().date(information.since) })
              : m['billing.information.sinceHelp']()
          }
          disabled={disabled}
          value={values.since}
          error={errors.since}
          onChange={(value) => set('since', value)}
        />
      ) : undefined}
      <RetentionFields {...part} of={information} thisYear={thisYear} portalId={portalId} />
      <ChangeCounts {...changeCounts(values, information, todayPlus(new Date()))} />
      {territory === 'ceutaMelilla' ? <p>{m['billing.information.ceutaMelillaLess']()}</p> : undefined}
    </>
  )
}

/** From when on what was changed counts. */
function ChangeCounts({ month, anew, retention }: ReturnType<typeof changeCounts>) {
  const said = [
    ...(month ? [m['billing.information.countsFrom']({ month: here().month(month) })] : []),
    ...(anew ? [m['billing.information.countsAnew']()] : []),
    ...(retention ? [m['billing.information.retentionCounts']()] : []),
  ]
  return said.map((text) => (
    <Notice key={text} kind="info">
      {text}
    </Notice>
  ))
}

interface RetentionProps extends InformationPart {
  portalId: string
  of: Information
  thisYear: number
}

function RetentionFields({ values, errors, disabled, set, of, thisYear, portalId }: RetentionProps) {
  const { retention } = values
  const noticed = retention !== '' && needsNotice(retention)
  const options = [
    ...(retention === ''
      ? [{ value: '', label: m['billing.information.retentionChoose']({ rate: rateWord(of.retentionBp) }) }]
      : []),
    ...retentionKindsOf(payeeOf(values), values.supply).map((kind) => ({
      value: kind,
      label: kindNames[kind](),
    })),
  ]
  return (
    <>
      <SelectField
        label={m['billing.information.retention']()}
        value={retention}
        error={errors.retention}
        disabled={disabled}
        options={options}
        onChange={(event) => set('retention', event.currentTarget.value as RetentionKind | '')}
      />
      {retention === 'beginner' || retention === 'lowIncome' ? (
        <SelectField
          label={m['billing.information.retentionYear']()}
          help={yearHelp[retention]()}
          value={values.retentionYear}
          error={errors.retentionYear}
          disabled={disabled}
          options={['', ...retentionYears(retention, thisYear)].map((year) => ({
            value: String(year),
            label: String(year),
          }))}
          onChange={(event) => set('retentionYear', event.currentTarget.value)}
        />
      ) : undefined}
      {retention === 'none' && needsReason(payeeOf(values), retention) ? (
        <TextField
          label={m['billing.information.noneReason']()}
          help={m['billing.information.noneHelp']()}
          maxLength={200}
          value={values.retentionReason}
          error={errors.retentionReason}
          disabled={disabled}
          onChange={(event) => set('retentionReason', event.currentTarget.value)}
        />
      ) : undefined}
      {retention === 'none' ? undefined : (
        <>
          <TextField
            label={m['billing.information.retentionReason']()}
            help={m['billing.information.retentionHelp']()}
            maxLength={200}
            value={values.retentionReason}
            error={errors.retentionReason}
            disabled={disabled}
            onChange={(event) => set('retentionReason', event.currentTarget.value)}
          />
          <RetentionFile
            label={
              noticed ? m['billing.information.retentionNotice']() : m['billing.information.retentionFile']()
            }
            portalId={portalId}
            name={of.retentionFileName}
            error={errors.retentionFile}
            mayEdit={!disabled}
            onChoose={(file) => set('retentionFile', file)}
          />
        </>
      )}
    </>
  )
}
