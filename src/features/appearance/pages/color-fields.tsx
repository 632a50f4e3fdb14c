import { mdiAlertCircleOutline, mdiCheckCircleOutline } from '@mdi/js'
import { useEffect, useState } from 'react'
import { contrastFaults, contrastOf } from '#features/appearance/contrast.ts'
import type { Colors } from '#features/appearance/designs.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import classes from './color-fields.module.css'

interface ColorFieldsProps {
  colors: Colors
  errors: Record<string, string>
  proposal: Colors | undefined
  onChange: (colors: Colors) => void
}

const names = ['background', 'surface', 'text', 'accent'] as const
const labels = {
  background: m['appearance.color.background'],
  surface: m['appearance.color.surface'],
  text: m['appearance.color.text'],
  accent: m['appearance.color.accent'],
}
const hexOf = (typed: string) => {
  const hex = typed.trim().replace(/^#?/, '#').toLowerCase()
  return /^#[0-9a-f]{6}$/.test(hex) ? hex : undefined
}

/** Four colours, each picked or typed; says at once whether they can be read, and offers the nearest that can. */
export function ColorFields({ colors, errors, proposal, onChange }: ColorFieldsProps) {
  const faults = contrastFaults(colors)
  // Rounded down: a ratio just below the limit must not read as if it reached it.
  const ratio = (value: number) =>
    new Intl.NumberFormat(getLocale() === 'es' ? 'es-ES' : 'en-GB').format(Math.floor(value * 10) / 10)
  return (
    <div className={classes.colors}>
      {names.map((name) => (
        <ColorField
          key={name}
          label={labels[name]()}
          value={colors[name]}
          wrong={faults.some(({ color }) => color === name)}
          onChange={(value) => onChange({ ...colors, [name]: value })}
        />
      ))}
      <div role="status" className={classes.verdict}>
        {faults.length === 0 ? (
          <p className={classes.good}>
            <Icon path={mdiCheckCircleOutline} size={17} />
            {m['appearance.contrast.good']({ ratio: ratio(contrastOf(colors.text, colors.background)) })}
          </p>
        ) : (
          faults.map(({ color, on, ratio: found, needed, nearest }) => (
            <div key={`${color} ${on}`} className={classes.bad}>
              <p>
                <Icon path={mdiAlertCircleOutline} size={17} />
                <span>
                  {m['appearance.contrast.bad']({
                    color: labels[color](),
                    ground: labels[on]().toLocaleLowerCase(),
                    ratio: ratio(found),
                    needed: ratio(needed),
                  })}{' '}
                  {nearest ? m['appearance.contrast.waiting']() : m['appearance.contrast.none']()}
                </span>
              </p>
              {nearest ? (
                <Button size="sm" onClick={() => onChange({ ...colors, [color]: nearest })}>
                  <Swatch color={nearest} />
                  {m['appearance.contrast.use']({ nearest: nearest.toUpperCase() })}
                </Button>
              ) : undefined}
            </div>
          ))
        )}
        {faults.length === 0 && Object.keys(errors).some((field) => field.startsWith('colors.')) ? (
          <p className={classes.bad}>{Object.values(errors)[0]}</p>
        ) : undefined}
      </div>
      {proposal && names.some((name) => proposal[name] !== colors[name]) ? (
        <Button size="sm" look="ghost" onClick={() => onChange(proposal)}>
          {m['appearance.color.proposal']()}
        </Button>
      ) : undefined}
    </div>
  )
}

/** An SVG's attribute: the page's policy lets no style of ours into an element. */
const Swatch = ({ color }: { color: string }) => (
  <svg width="14" height="14" aria-hidden="true">
    <rect width="14" height="14" rx="3" fill={color} stroke="currentColor" strokeOpacity=".3" />
  </svg>
)

interface ColorFieldProps {
  label: string
  value: string
  wrong: boolean
  onChange: (value: string) => void
}

function ColorField({ label, value, wrong, onChange }: ColorFieldProps) {
  const [typed, setTyped] = useState(value.toUpperCase())
  useEffect(() => setTyped(value.toUpperCase()), [value])
  const valid = hexOf(typed) !== undefined
  return (
    <div className={classes.color}>
      <span>{label}</span>
      <input
        type="text"
        aria-label={m['appearance.color.hex']({ color: label })}
        aria-invalid={!valid || wrong || undefined}
        spellCheck={false}
        maxLength={7}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          const hex = hexOf(event.currentTarget.value)
          if (hex && hex !== value) onChange(hex)
        }}
        onBlur={() => setTyped(value.toUpperCase())}
      />
      <input
        type="color"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
