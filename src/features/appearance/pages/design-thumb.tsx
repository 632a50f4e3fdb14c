import type { ReactNode } from 'react'
import type { Colors } from '#features/appearance/designs.ts'

/** A design in 62 × 78: its layout in its own colours. */
export function DesignThumb({ design, colors }: { design: string; colors: Colors }) {
  return (
    <svg viewBox="0 0 62 78" aria-hidden="true">
      <rect width="62" height="78" fill={colors.background} />
      {(sketches[design] ?? sketches.cartel)?.(colors)}
    </svg>
  )
}

const lines = (fill: string, from: number, count: number, gap = 7, x = 6, width = 50) =>
  Array.from({ length: count }, (_, at) => from + at * gap).map((y) => (
    <rect key={y} x={x} y={y} width={width} height="1.6" fill={fill} />
  ))

const sketches: Record<string, (colors: Colors) => ReactNode> = {
  cartel: ({ surface, text, accent, background }) => (
    <>
      <rect width="62" height="46" fill={surface} />
      <circle cx="40" cy="32" r="13" fill={accent} />
      <rect y="40" width="62" height="6" fill={background} />
      <rect x="5" y="8" width="34" height="11" fill={text} />
      <rect x="5" y="22" width="50" height="9" fill={text} />
      <rect x="5" y="58" width="52" height="11" fill={accent} />
    </>
  ),
  carab: ({ surface, text, accent }) => (
    <>
      <rect width="62" height="38" fill={surface} />
      <circle cx="38" cy="21" r="9" fill={accent} />
      <path d="M0 30h62" stroke={text} />
      {lines(text, 46, 4)}
    </>
  ),
  fanzine: ({ surface, text, accent }) => (
    <>
      <path d="M8 6 38 3l4 26-32 5z" fill={text} />
      <path d="M24 24l34-4v14l-33 4z" fill={surface} />
      <circle cx="50" cy="11" r="5" fill={accent} />
      {lines(text, 46, 4, 7, 8, 44)}
    </>
  ),
  rejilla: ({ surface, text, accent }) => (
    <>
      {[6, 32].map((x) =>
        [6, 29, 52].map((y) => <rect key={`${x} ${y}`} x={x} y={y} width="24" height="21" fill={surface} />),
      )}
      <rect x="6" y="6" width="24" height="21" fill={accent} />
      <path d="M32 50a24 21 0 0 1 24-21v21z" fill={text} />
    </>
  ),
  casete: ({ surface, text, accent, background }) => (
    <>
      <rect x="6" y="8" width="50" height="32" rx="4" fill={surface} />
      <rect x="10" y="12" width="42" height="5" fill={accent} />
      <rect x="16" y="21" width="30" height="11" rx="5.5" fill={background} />
      <circle cx="23" cy="26.5" r="3.5" fill={text} />
      <circle cx="39" cy="26.5" r="3.5" fill={text} />
      <rect x="6" y="48" width="50" height="9" rx="4.5" fill={accent} />
      <rect x="6" y="61" width="50" height="9" rx="4.5" fill={accent} />
    </>
  ),
  marquesina: ({ surface, text, accent }) => (
    <>
      <rect width="62" height="42" fill={surface} />
      {[12, 22, 32].map((y) => (
        <rect key={y} x="9" y={y - 6} width="44" height="7" fill={text} />
      ))}
      {[4, 13, 22, 31, 40, 49, 58].map((x) => (
        <circle key={x} cx={x} cy="45" r="2.2" fill={accent} />
      ))}
      {lines(text, 55, 3)}
    </>
  ),
  programa: ({ text, accent }) => (
    <>
      <path d="M8 9h46M8 11.5h46M8 32h46M8 34.500h46" stroke={text} strokeWidth=".8" />
      <rect x="16" y="17" width="30" height="8" fill={text} />
      <path d="M17 58a14 14 0 0 1 28 0M23 58a8 8 0 0 1 16 0" fill="none" stroke={text} />
      <circle cx="31" cy="57" r="2" fill={accent} />
      {lines(text, 64, 2, 5, 18, 26)}
    </>
  ),
  setlist: ({ surface, text, accent }) => (
    <>
      <rect x="7" y="6" width="48" height="66" fill={surface} />
      <path d="M18 3l18 3-1 6-18-3z" fill={accent} />
      {lines(text, 22, 6, 8, 13, 32)}
    </>
  ),
  onda: ({ text, accent }) => (
    <>
      <rect x="6" y="9" width="36" height="7" fill={text} />
      <path
        d="M6 35v6M12 32v12M18 25v26M24 29v18M30 23v30M36 31v14M42 27v22M48 33v10M54 35v6"
        stroke={accent}
        strokeWidth="3"
        strokeLinecap="round"
      />
      <rect x="6" y="60" width="50" height="10" rx="5" fill={accent} />
    </>
  ),
}
