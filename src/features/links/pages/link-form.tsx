import { mdiRefresh } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import type { Link } from '#features/links/contract.ts'
import { m } from '#paraglide/messages.js'
import { completeAddress } from '#platform/web-address.ts'
import { BilingualField } from '#ui/bilingual-field.tsx'
import { IconButton } from '#ui/button.tsx'
import { DateTimeField } from '#ui/date-field.tsx'
import { useEntityForm } from '#ui/entity-form.tsx'
import { SelectField, SwitchField } from '#ui/field.tsx'
import type { Form } from '#ui/form.ts'
import { FieldRow, FormPage, FormSection } from '#ui/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import { WebAddressField } from '#ui/web-address-field.tsx'
import { iconOptions } from './link-icon-options.ts'
import { LinkSide } from './link-side.tsx'
import { draftOf, type LinkValues, titleMaxLength, valuesOf } from './link-values.ts'

interface LinkFormProps {
  portalId: string
  link: Link | null
  /** Where a new one leads: its portal's list. */
  list: string
  editable: boolean
}

const names = {
  title: m['links.form.title'],
  url: m['links.form.url'],
  icon: m['links.form.icon'],
  startsAt: m['links.form.from'],
  endsAt: m['links.form.until'],
  visible: m['links.form.visible'],
  highlight: m['links.form.highlight'],
}

/** A link's title, destination, time and looks, with what fans will see beside it. */
export function LinkForm({ portalId, link, list, editable }: LinkFormProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const { form, save, problem } = useEntityForm({
    entity: link,
    valuesOf,
    undo: 'change',
    write: (values, edit) =>
      link
        ? api.links.updateLink({ portalId, linkId: link.id, ...draftOf(values) }, edit)
        : api.links.createLink({ portalId, ...draftOf(values) }),
    words: {
      failed: m['links.form.failed'],
      saved: m['links.form.saved'],
      created: m['links.form.created'],
    },
    names,
    list,
  })
  const { values, set, errors } = form
  const preview = usePreview(values.url)
  const part: PartProps = { values, set, errors, disabled: !editable }
  const side = (
    <LinkSide
      portalId={editable ? portalId : undefined}
      link={link}
      values={values}
      preview={preview.found}
      onUseTitle={editable && !values.title.es ? (es) => set('title', { ...values.title, es }) : undefined}
    />
  )
  return (
    <FormPage
      formRef={form.ref}
      editable={editable}
      isNew={link === null}
      changes={form.changed.length}
      busy={form.busy}
      problem={problem}
      saveLabel={link ? m['links.form.save']() : m['links.form.saveNew']()}
      onSave={save}
      onDiscard={() => form.reset()}
      side={side}
    >
      {editable ? undefined : <Notice kind="info">{m['links.form.readOnly']()}</Notice>}
      <BilingualField
        label={m['links.form.title']()}
        placeholder={m['links.form.titlePlaceholder']()}
        value={values.title}
        errors={{ es: errors['title.es'] ?? errors.title, en: errors['title.en'] }}
        maxLength={titleMaxLength}
        disabled={!editable}
        onChange={(title) => set('title', title)}
      />
      <Destination {...part} preview={preview} />
      <SelectField
        label={m['links.form.icon']()}
        value={values.icon}
        options={iconOptions()}
        error={errors.icon}
        disabled={!editable}
        onChange={(event) => set('icon', event.currentTarget.value)}
      />
      <WhenAndHow {...part} />
    </FormPage>
  )
}

type PartProps = Pick<Form<LinkValues>, 'values' | 'set' | 'errors'> & { disabled: boolean }

interface DestinationProps extends PartProps {
  preview: ReturnType<typeof usePreview>
}

/** Where it leads; what stands there can be read for the title. */
function Destination({ values, set, errors, disabled, preview }: DestinationProps) {
  return (
    <WebAddressField
      label={m['links.form.url']()}
      help={m['links.form.urlHelp']()}
      value={values.url}
      complete={completeAddress}
      error={errors.url ?? preview.problem}
      disabled={disabled}
      onChange={(url) => {
        set('url', url)
        preview.forget()
      }}
      end={
        !disabled && /^https?:\/\//.test(values.url) ? (
          <IconButton
            label={m['links.form.read']()}
            path={mdiRefresh}
            aria-busy={preview.busy}
            onClick={preview.read}
          />
        ) : undefined
      }
    />
  )
}

function WhenAndHow({ values, set, errors, disabled }: PartProps) {
  return (
    <>
      <FormSection title={m['links.form.when']()}>
        <FieldRow>
          <DateTimeField
            label={m['links.form.from']()}
            optional
            value={values.startsAt}
            error={errors.startsAt}
            disabled={disabled}
            help={m['links.form.whenHelp']()}
            onChange={(value) => set('startsAt', value)}
          />
          <DateTimeField
            label={m['links.form.until']()}
            optional
            value={values.endsAt}
            error={errors.endsAt}
            disabled={disabled}
            onChange={(value) => set('endsAt', value)}
          />
        </FieldRow>
      </FormSection>
      <FormSection title={m['links.form.how']()}>
        <SwitchField
          label={m['links.form.visible']()}
          help={m['links.form.visibleHelp']()}
          checked={values.visible}
          disabled={disabled}
          onChange={(visible) => set('visible', visible)}
        />
        <SwitchField
          label={m['links.form.highlight']()}
          help={m['links.form.highlightHelp']()}
          checked={values.highlight}
          disabled={disabled}
          onChange={(highlight) => set('highlight', highlight)}
        />
      </FormSection>
    </>
  )
}

/** What the destination says of itself, read when asked for. */
function usePreview(url: string) {
  const { api } = useRouteContext({ from: '__root__' })
  type Preview = Awaited<ReturnType<typeof api.links.previewLink>>
  const [result, setResult] = useState<{ of: string; preview: Preview }>()
  const [busy, setBusy] = useState(false)
  const read = async () => {
    setBusy(true)
    const preview = await api.links.previewLink({ url: url.trim() }, { key: 'link-preview' })
    setBusy(false)
    if (preview !== undefined) setResult({ of: url, preview })
  }
  const shown = result?.of === url ? result.preview : undefined
  const failed = shown !== undefined && isFailure(shown)
  return {
    busy,
    read,
    forget: () => setResult(undefined),
    found: failed ? undefined : shown,
    problem: failed
      ? typeof shown.error === 'object'
        ? shown.error.message
        : m['links.form.failed']()
      : undefined,
  }
}
