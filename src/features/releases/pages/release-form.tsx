import { useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { PictureField } from '#features/files/pages/picture-field.tsx'
import { type AtService, type Release, titleMaxLength } from '#features/releases/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { releaseDurationsDays } from '#platform/constants.ts'
import { BilingualField } from '#ui/bilingual-field.tsx'
import { Cover } from '#ui/cover.tsx'
import { DateTimeField } from '#ui/date-field.tsx'
import { useEntityForm } from '#ui/entity-form.tsx'
import { SelectField, SwitchField } from '#ui/field.tsx'
import type { Form } from '#ui/form.ts'
import { FieldRow, FormPage, FormSection } from '#ui/form-page.tsx'
import { optionsNamed } from '#ui/options-named.ts'
import { PagePreview } from '#ui/page-preview.tsx'
import type { PickOption } from '#ui/pick-box.tsx'
import { PickField } from '#ui/pick-field.tsx'
import { ReleaseLinks } from './release-links.tsx'
import { ReleaseServices } from './release-services.tsx'
import { draftOf, isWritten, type ReleaseValues, shownOf, valuesOf } from './release-values.ts'
import { SignUpsSide } from './sign-ups-side.tsx'

interface ReleaseFormProps {
  portalId: string
  release: Release | null
  /** Where a new one leads: its portal's list. */
  list: string
  /** What the portal sells, to say which of it this is. */
  products: readonly { id: string; name: { es: string; en?: string | undefined } }[]
  /** Services of music that can be asked for its links. */
  services: readonly AtService[]
}

const names = {
  title: m['releases.form.title'],
  productId: m['releases.form.product'],
  coverUrl: m['releases.form.cover'],
  upc: m['releases.services.upc'],
  isrc: m['releases.services.isrc'],
  releaseAt: m['releases.form.releaseAt'],
  durationDays: m['releases.form.duration'],
  presave: m['releases.form.presave'],
  links: m['releases.form.links'],
  status: m['releases.form.status'],
}

/** A release's title, cover and date, its countdown and its links. */
export function ReleaseForm({ portalId, release, list, products, services }: ReleaseFormProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const { form, save, problem } = useEntityForm({
    entity: release,
    valuesOf,
    undo: 'change',
    write: (values, edit) =>
      release
        ? api.releases.updateRelease({ portalId, releaseId: release.id, ...draftOf(values) }, edit)
        : api.releases.createRelease({ portalId, ...draftOf(values) }),
    words: {
      failed: m['releases.form.failed'],
      saved: m['releases.form.saved'],
      created: m['releases.form.created'],
    },
    names,
    list,
  })
  const { values, set, errors } = form
  const part: PartProps = { values, set, errors }
  return (
    <FormPage
      formRef={form.ref}
      isNew={release === null}
      changes={form.changed.length}
      busy={form.busy}
      problem={problem}
      saveLabel={release ? m['releases.form.save']() : m['releases.form.saveNew']()}
      onSave={(leaving) => {
        // What is refused is named by its row: those without a word are not sent.
        set('links', values.links.filter(isWritten))
        return save(leaving)
      }}
      onDiscard={() => form.reset()}
      side={<ReleaseSide portalId={portalId} release={release} values={values} />}
    >
      <BilingualField
        label={m['releases.form.title']()}
        value={values.title}
        errors={{ es: errors['title.es'] ?? errors.title, en: errors['title.en'] }}
        maxLength={titleMaxLength}
        onChange={(title) => set('title', title)}
      />
      <PickField
        label={m['releases.form.product']()}
        none={m['releases.form.noProduct']()}
        help={m['releases.form.productHelp']()}
        optional
        clearable
        value={values.productId}
        error={errors.productId}
        options={productOptions(products, values.productId, release)}
        find={async (q) => {
          const found = await api.appearance.listShownProducts({ portalId, q }, { key: 'pick-product' })
          // What stands on the page is told whatever the words are.
          return isFailure(found) ? undefined : optionsNamed(found.items.map(optionOf), q)
        }}
        onChange={(productId) => set('productId', productId)}
      />
      <PictureField
        portalId={portalId}
        label={m['releases.form.cover']()}
        use="cover"
        aspect={1}
        value={values.coverUrl}
        drawn
        fallback={<Cover of={{ id: release?.id ?? 'new' }} size={56} />}
        error={errors.coverUrl}
        onChange={(url) => set('coverUrl', url)}
      />
      <WhenFields {...part} />
      <LinkFields {...part} portalId={portalId} services={services} />
    </FormPage>
  )
}

type PartProps = Pick<Form<ReleaseValues>, 'values' | 'set' | 'errors'>

/** When it comes out, how long it counts down, whether fans see it, and whether they can sign up before. */
function WhenFields({ values, set, errors }: PartProps) {
  return (
    <>
      <FieldRow>
        <DateTimeField
          label={m['releases.form.releaseAt']()}
          help={m['releases.form.releaseAtHelp']()}
          value={values.releaseAt}
          error={errors.releaseAt}
          onChange={(value) => set('releaseAt', value)}
        />
        <SelectField
          label={m['releases.form.duration']()}
          value={values.durationDays}
          options={releaseDurationsDays.map((days) => ({
            value: String(days),
            label: m['releases.form.days']({ days }),
          }))}
          error={errors.durationDays}
          onChange={(event) => set('durationDays', event.currentTarget.value)}
        />
      </FieldRow>
      <SelectField
        label={m['releases.form.status']()}
        value={values.status}
        options={[
          { value: 'draft', label: m['releases.form.draft']() },
          { value: 'published', label: m['releases.form.published']() },
        ]}
        error={errors.status}
        onChange={(event) => set('status', event.currentTarget.value as ReleaseValues['status'])}
      />
      <SwitchField
        label={m['releases.form.presave']()}
        help={m['releases.form.presaveHelp']()}
        checked={values.presave}
        onChange={(presave) => set('presave', presave)}
      />
    </>
  )
}

interface LinkFieldsProps extends PartProps, Pick<ReleaseFormProps, 'portalId' | 'services'> {}

/** Where it is heard or bought, asked for at services of music by its codes or written by hand. */
function LinkFields({ values, set, errors, portalId, services }: LinkFieldsProps) {
  return (
    <FormSection title={m['releases.form.links']()}>
      <ReleaseServices
        portalId={portalId}
        services={services}
        codes={{ upc: values.upc, isrc: values.isrc }}
        links={values.links}
        errors={errors}
        onCode={(code, value) => set(code, value)}
        onLinks={(links) => set('links', links)}
      />
      <ReleaseLinks links={values.links} errors={errors} onChange={(links) => set('links', links)} />
    </FormSection>
  )
}

interface SideProps extends Pick<ReleaseFormProps, 'portalId' | 'release'> {
  values: ReleaseValues
}

/** What fans will see, and who has signed up for it. */
const ReleaseSide = ({ portalId, release, values }: SideProps) => (
  <>
    <PagePreview
      part={values.title.es.trim() && values.releaseAt ? { portalId, release: shownOf(values) } : undefined}
      empty={m['releases.form.previewEmpty']()}
    />
    {release ? <SignUpsSide release={release} /> : undefined}
  </>
)

type Named = ReleaseFormProps['products'][number]

const nameOf = ({ name }: Pick<Named, 'name'>) => (getLocale() === 'en' && name.en) || name.es
const optionOf = (product: Named): PickOption => ({ value: product.id, label: nameOf(product) })

/** What is on sale, as far as it was told; the product that it is stays chosen by its name, also when it is sold no more. */
function productOptions(products: ReleaseFormProps['products'], chosen: string, release: Release | null) {
  const found = products.map(optionOf)
  const [own, id] = [release?.product, release?.productId]
  if (!own || !id || id !== chosen || found.some(({ value }) => value === id)) return found
  const label = own.onSale ? nameOf(own) : m['releases.form.productGone']({ product: nameOf(own) })
  return [{ value: id, label }, ...found]
}
