import classes from './chart.module.css'

const width = 84
const height = 28

/** A run of figures at a glance, in grey, with an orange last point. The figure beside it says the same. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]))
  const low = Math.min(...known.map(({ value }) => value))
  const high = Math.max(...known.map(({ value }) => value))
  const last = known.at(-1)
  if (known.length < 2 || !last) return null
  const x = (at: number) => 3 + (at / (values.length - 1)) * (width - 6)
  const y = (value: number) =>
    high === low ? height / 2 : 3 + (1 - (value - low) / (high - low)) * (height - 6)
  const line = known.map(({ value, at }) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('L')
  return (
    <svg className={classes.spark} width={width} height={height} aria-hidden="true">
      <path d={`M${line}`} />
      <circle cx={x(last.at)} cy={y(last.value)} r={2.5} />
    </svg>
  )
}
