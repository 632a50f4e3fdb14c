import { useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import type { Featured } from '#features/featured/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { descriptionMaxLength, pickDurationsDays } from '#platform/constants.ts'
import { BilingualField } from '#ui/bilingual-field.tsx'
import { DateTimeField } from '#ui/date-field.tsx'
import { useEntityForm } from '#ui/entity-form.tsx'
import { SelectField } from '#ui/field.tsx'
import type { Form } from '#ui/form.ts'
import { FieldRow, FormPage, FormSection } from '#ui/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import type { PickOption, PickSource } from '#ui/pick-box.tsx'
import { PickField } from '#ui/pick-field.tsx'
import { WebAddressField } from '#ui/web-address-field.tsx'
import { draftOf, type FeaturedValues, valuesOf } from './featured-values.ts'
import { typeWord } from './featured-words.ts'
import { MediaField } from './media-field.tsx'

export interface Target {
  type: 'link' | 'event' | 'product'
  id: string
  title: { es: string; en?: string | undefined }
}

interface FeaturedFormProps {
  portalId: string
  item: Featured | null
  /** Where a new one leads: its portal's list. */
  list: string
  targets: Target[]
  editable: boolean
}

const names = {
  type: m['featured.form.type'],
  targetId: m['featured.form.target'],
  mediaUrl: m['featured.form.media'],
  url: m['featured.form.url'],
  description: m['featured.form.description'],
  status: m['featured.form.status'],
  durationDays: m['featured.form.duration'],
  startsAt: m['featured.form.startsAt'],
}

/** What is featured, what is said of it, and for how long. */
export function FeaturedForm({ portalId, item, list, targets, editable }: FeaturedFormProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const { form, save, problem } = useEntityForm({
    entity: item,
    valuesOf,
    undo: 'change',
    write: (values, edit) =>
      item
        ? api.featured.updateFeatured({ portalId, featuredId: item.id, ...draftOf(values) }, edit)
        : api.featured.createFeatured({ portalId, ...draftOf(values) }),
    words: {
      failed: m['featured.form.failed'],
      saved: m['featured.form.saved'],
      created: m['featured.form.created'],
    },
    names,
    list,
  })
  const { values, set, errors } = form
  const pick = values.type === 'pick'
  const find = async (q: string) => {
    const found = await api.featured.listTargets({ portalId, q }, { key: 'pick-target' })
    return isFailure(found) ? undefined : optionsOf(found, values.type)
  }
  const part: PartProps = { values, set, errors, disabled: !editable }
  return (
    <FormPage
      formRef={form.ref}
      editable={editable}
      isNew={item === null}
      changes={form.changed.length}
      busy={form.busy}
      problem={problem}
      saveLabel={item ? m['featured.form.save']() : m['featured.form.saveNew']()}
      onSave={save}
      onDiscard={() => form.reset()}
    >
      {editable ? undefined : <Notice kind="info">{m['featured.form.readOnly']()}</Notice>}
      <TargetFields {...part} options={targetOptions(targets, values, item)} find={find} />
      {pick ? <PickFields {...part} portalId={portalId} /> : undefined}
      <BilingualField
        label={m['featured.form.description']()}
        help={pick ? m['featured.form.pickDescriptionHelp']() : m['featured.form.descriptionHelp']()}
        value={values.description}
        errors={{ es: errors['description.es'], en: errors['description.en'] }}
        maxLength={descriptionMaxLength}
        disabled={!editable}
        onChange={(description) => set('description', description)}
      />
      <WhenFields {...part} />
    </FormPage>
  )
}

type PartProps = Pick<Form<FeaturedValues>, 'values' | 'set' | 'errors'> & { disabled: boolean }

interface TargetProps extends PartProps {
  options: PickOption[]
  find: PickSource['find']
}

function TargetFields({ values, set, errors, disabled, options, find }: TargetProps) {
  return (
    <FieldRow>
      <SelectField
        label={m['featured.form.type']()}
        value={values.type}
        options={(['link', 'event', 'product', 'pick'] as const).map((value) => ({
          value,
          label: typeWord[value](),
        }))}
        error={errors.type}
        disabled={disabled}
        onChange={(event) => {
          set('type', event.currentTarget.value as FeaturedValues['type'])
          set('targetId', '')
        }}
      />
      {values.type === 'pick' ? undefined : (
        <PickField
          key={values.type}
          label={m['featured.form.target']()}
          none={m['featured.form.targetChoose']()}
          value={values.targetId}
          options={options}
          find={find}
          error={errors.targetId}
          disabled={disabled}
          onChange={(targetId) => set('targetId', targetId)}
        />
      )}
    </FieldRow>
  )
}

/** A pick leads nowhere in the portal: it brings its own picture or film. */
function PickFields({ values, set, errors, disabled, portalId }: PartProps & { portalId: string }) {
  return (
    <>
      <MediaField
        portalId={portalId}
        value={values.mediaUrl}
        error={errors.mediaUrl}
        disabled={disabled}
        onChange={(url) => set('mediaUrl', url)}
      />
      <WebAddressField
        label={m['featured.form.url']()}
        help={m['featured.form.urlHelp']()}
        optional
        value={values.url}
        error={errors.url}
        disabled={disabled}
        onChange={(url) => set('url', url)}
      />
    </>
  )
}

function WhenFields({ values, set, errors, disabled }: PartProps) {
  return (
    <FormSection title={m['featured.form.when']()}>
      <FieldRow>
        <SelectField
          label={m['featured.form.status']()}
          value={values.status}
          options={[
            { value: 'draft', label: m['featured.form.statusDraft']() },
            { value: 'scheduled', label: m['featured.form.statusScheduled']() },
            { value: 'published', label: m['featured.form.statusPublished']() },
          ]}
          error={errors.status}
          disabled={disabled}
          onChange={(event) => set('status', event.currentTarget.value as FeaturedValues['status'])}
        />
        <SelectField
          label={m['featured.form.duration']()}
          value={values.durationDays}
          options={pickDurationsDays.map((days) => ({
            value: String(days),
            label: m['featured.form.days']({ days }),
          }))}
          error={errors.durationDays}
          disabled={disabled}
          onChange={(event) => set('durationDays', event.currentTarget.value)}
        />
      </FieldRow>
      {values.status === 'scheduled' ? (
        <DateTimeField
          label={m['featured.form.startsAt']()}
          help={m['featured.form.startsAtHelp']()}
          value={values.startsAt}
          error={errors.startsAt}
          disabled={disabled}
          onChange={(value) => set('startsAt', value)}
        />
      ) : undefined}
    </FormSection>
  )
}

const nameOf = (title: Target['title']) => (getLocale() === 'en' && title.en) || title.es
const optionsOf = (targets: Target[], type: FeaturedValues['type']) =>
  targets
    .filter((target) => target.type === type)
    .map(({ id, title }) => ({ value: id, label: nameOf(title) }))

/** What the portal has of this kind; a target that cannot be chosen any more stays chosen, and says so. */
function targetOptions(targets: Target[], { type, targetId }: FeaturedValues, item: Featured | null) {
  const found = optionsOf(targets, type)
  const lost =
    targetId && !found.some(({ value }) => value === targetId)
      ? [
          {
            value: targetId,
            label: item?.targetTitle ? nameOf(item.targetTitle) : m['featured.form.targetGone'](),
          },
        ]
      : []
  return [...lost, ...found]
}
