import { useMemo, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { boundsOf } from './bounds.ts'
import classes from './choropleth-map.module.css'
import { spainShape, worldShape } from './regions.ts'

interface RegionValue {
  /** ISO 3166: "FR", or "ES-B" for a province. */
  code: string
  name: string
  value: number
  /** A second line of the tooltip. */
  more: string
}

interface ChoroplethMapProps {
  area: 'spain' | 'world'
  label: string
  values: readonly RegionValue[]
  format: (value: number) => string
  /** The same without its unit, for the ranges between the first and the last. */
  plain: (value: number) => string
  /** What the first tone means. */
  nothing: string
}

const tones = 6

/**
 * Six tones in ranges that are written out, and one for nothing. The table beside it tells the same to those who do not
 * see it, so the drawing itself is hidden from them.
 */
export default function ChoroplethMap({ area, label, values, format, plain, nothing }: ChoroplethMapProps) {
  const [over, setOver] = useState<string>()
  const { regions, width, height, inset } = useMemo(
    () => (area === 'spain' ? spainShape() : worldShape()),
    [area],
  )
  const known = new Map(values.map((each) => [each.code, each]))
  const bounds = boundsOf(
    values.map(({ value }) => value),
    tones,
  )
  const least = Math.min(...values.flatMap(({ value }) => (value > 0 ? [value] : [])))
  const froms = Number.isFinite(least) ? [least, ...bounds] : []
  const toneOf = (value: number | undefined) =>
    value === undefined || value <= 0 ? 0 : 1 + bounds.filter((bound) => value >= bound).length
  const rangeOf = (from: number, next: number | undefined, index: number) => {
    if (next === undefined) return m['ui.map.from']({ value: format(from) })
    if (index === 0) return m['ui.map.below']({ value: format(next) })
    const [low, high] = [plain(from), plain(next - 1)]
    return low === high ? low : m['ui.map.between']({ from: low, to: high })
  }
  const shown = over ? known.get(over) : undefined
  const at = regions.find(({ code }) => code === over)?.centre

  return (
    <figure className={classes.map}>
      <div className={classes.plot}>
        <svg viewBox={`0 0 ${width} ${height}`} aria-label={label} role="img">
          {inset ? (
            <>
              <path
                className={classes.inset}
                d={`M${inset.x} ${inset.y + inset.height}V${inset.y + 16}L${inset.x + 16} ${inset.y}H${inset.x + inset.width}`}
              />
              <text className={classes.insetName} x={inset.x + 20} y={inset.y - 6}>
                {m['ui.map.canaries']()}
              </text>
            </>
          ) : undefined}
          {regions.map(({ code, path }) => (
            <path
              key={code}
              d={path}
              className={classes.region}
              data-tone={toneOf(known.get(code)?.value)}
              data-over={code === over || undefined}
              onPointerEnter={() => setOver(code)}
              onPointerLeave={() => setOver(undefined)}
            />
          ))}
        </svg>
        {shown && at ? (
          <div
            className={classes.tip}
            aria-hidden="true"
            style={{
              insetInlineStart: `${(at[0] / width) * 100}%`,
              insetBlockStart: `${(at[1] / height) * 100}%`,
            }}
            data-side={at[0] > width * 0.66 ? 'left' : 'right'}
          >
            <b>{shown.name}</b>
            <span>{format(shown.value)}</span>
            <span>{shown.more}</span>
          </div>
        ) : undefined}
      </div>
      <ol className={classes.legend}>
        <li data-tone={0}>{nothing}</li>
        {froms.map((from, index) => (
          <li key={from} data-tone={index + 1}>
            {rangeOf(from, bounds[index], index)}
          </li>
        ))}
      </ol>
      <figcaption className={classes.credit}>
        {area === 'spain' ? m['ui.map.creditSpain']() : m['ui.map.creditWorld']()}
      </figcaption>
    </figure>
  )
}
