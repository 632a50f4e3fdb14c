import type { ReactNode } from 'react'
import type { Appearance } from '#features/appearance/contract.ts'
import { buttonStyles } from '#features/appearance/designs.ts'
import { typographyOf } from '#features/appearance/typographies.ts'
import { m } from '#paraglide/messages.js'
import { BilingualField } from '#ui/bilingual-field.tsx'
import { Segments, SelectField } from '#ui/field.tsx'
import classes from './appearance-panel.module.css'
import { BlockOrder } from './block-order.tsx'
import { ColorFields } from './color-fields.tsx'
import { DesignThumb } from './design-thumb.tsx'
import { DraftVersions, type VersionsProps } from './draft-versions.tsx'
import { EmbedCode } from './embed-code.tsx'
import { PictureChoice } from './picture-choice.tsx'
import { ProductsChoice } from './products-choice.tsx'
import type { Draft } from './use-draft.ts'

export interface Choices {
  designs: (Pick<Appearance, 'typography' | 'colors' | 'buttons'> & {
    id: string
    name: string
    description: string
  })[]
  typographies: { id: string; name: string }[]
}

interface PanelProps extends Choices, Omit<VersionsProps, 'state'> {
  portalId: string
  draft: Draft
  /** What fans see has changed beside the draft. */
  onProducts: () => void
}

const taglineMaxLength = 160

/** What can be chosen, from the whole to the detail. */
export function AppearancePanel({
  portalId,
  draft,
  designs,
  typographies,
  onProducts,
  ...versions
}: PanelProps) {
  const { values, change, errors, state } = draft
  const chosen = designs.find(({ id }) => id === values.design)
  return (
    <>
      <Section title={m['appearance.section.design']()}>
        <div className={classes.designs} role="radiogroup" aria-label={m['appearance.section.design']()}>
          {designs.map((design) => (
            <label key={design.id} className={classes.design}>
              <input
                type="radio"
                name="design"
                checked={design.id === values.design}
                // A design brings its own letters, colours and buttons; pictures, texts and order are the portal's.
                onChange={() =>
                  change({
                    design: design.id as Appearance['design'],
                    typography: design.typography,
                    colors: design.colors,
                    buttons: design.buttons,
                  })
                }
              />
              <DesignThumb design={design.id} colors={design.colors} />
              <span>{design.name}</span>
            </label>
          ))}
        </div>
        {chosen ? <p className={classes.note}>{chosen.description}</p> : undefined}
      </Section>
      <Section title={m['appearance.section.colors']()}>
        <ColorFields
          colors={values.colors}
          errors={errors}
          proposal={chosen?.colors}
          onChange={(colors) => change({ colors })}
        />
      </Section>
      <Section title={m['appearance.section.typography']()}>
        <SelectField
          label={m['appearance.section.typography']()}
          value={values.typography}
          options={typographies.map(({ id, name }) => ({ value: id, label: name }))}
          help={textOf(values.typography)}
          onChange={(event) => change({ typography: event.currentTarget.value })}
        />
      </Section>
      <Section title={m['appearance.section.buttons']()}>
        <Segments
          label={m['appearance.section.buttons']()}
          value={values.buttons}
          options={buttonStyles.map((value) => ({ value, label: buttonNames[value]() }))}
          onChange={(buttons) => change({ buttons })}
        />
      </Section>
      <Section title={m['appearance.section.blocks']()}>
        <BlockOrder blocks={values.blocks} onChange={(blocks) => change({ blocks })} />
      </Section>
      <Section title={m['appearance.products.title']()}>
        <p className={classes.note}>{m['appearance.products.note']()}</p>
        <ProductsChoice portalId={portalId} onChange={onProducts} />
      </Section>
      <Section title={m['appearance.section.text']()}>
        <BilingualField
          label={m['appearance.tagline.label']()}
          help={m['appearance.tagline.help']()}
          value={{ es: values.tagline.es, en: values.tagline.en ?? '' }}
          errors={{ es: errors['tagline.es'], en: errors['tagline.en'] }}
          maxLength={taglineMaxLength}
          onChange={({ es, en }) => change({ tagline: en ? { es, en } : { es } })}
        />
      </Section>
      <Section title={m['appearance.section.pictures']()}>
        <PictureChoice
          portalId={portalId}
          label={m['appearance.picture.cover']()}
          help={m['appearance.picture.help']()}
          use="wide"
          url={values.coverUrl}
          error={errors.coverUrl}
          onChange={(coverUrl) => change({ coverUrl })}
        />
        <PictureChoice
          portalId={portalId}
          label={m['appearance.picture.logo']()}
          help={m['appearance.picture.logoHelp']()}
          use="logo"
          url={values.logoUrl}
          error={errors.logoUrl}
          onChange={(logoUrl) => change({ logoUrl })}
        />
      </Section>
      <Section title={m['appearance.embed.title']()}>
        <EmbedCode url={state.url} />
      </Section>
      <Section title={m['appearance.section.versions']()}>
        <DraftVersions state={state} {...versions} />
      </Section>
    </>
  )
}

const buttonNames = {
  filled: m['appearance.button.filled'],
  outline: m['appearance.button.outline'],
  line: m['appearance.button.line'],
  round: m['appearance.button.round'],
}

const textOf = (id: string) => {
  const { heading, text } = typographyOf(id)
  return heading.family === text.family ? undefined : `${heading.family} + ${text.family}`
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.section}>
    <h2>{title}</h2>
    {children}
  </section>
)
