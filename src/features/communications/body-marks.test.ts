import { expect, test } from 'vitest'
import { addLink, addList, addStrong } from './pages/body-marks.ts'

/** A text with what is marked between « and ». */
const shown = ({ text, from, to }: { text: string; from: number; to: number }) =>
  `${text.slice(0, from)}«${text.slice(from, to)}»${text.slice(to)}`
const on = (marked: string) => {
  const from = marked.indexOf('«')
  const text = marked.replace('«', '')
  const to = text.indexOf('»')
  return [text.replace('»', ''), from, to] as const
}

test('words become strong, and are not when asked again', () => {
  expect(shown(addStrong(...on('una «gira» nueva')))).toBe('una **«gira»** nueva')
  expect(shown(addStrong(...on('una **«gira»** nueva')))).toBe('una «gira» nueva')
  expect(shown(addStrong(...on('«»')))).toBe('**«»**')
})

test('words become a link whose address is to be typed; an address leads to itself', () => {
  expect(shown(addLink(...on('ven el «viernes»')))).toBe('ven el [viernes](«https://»)')
  expect(shown(addLink(...on('«https://a.example/x»')))).toBe('[https://a.example/x](«https://a.example/x»)')
})

test('lines become a list, whole lines though parts are marked, and are none when asked again', () => {
  expect(shown(addList(...on('hola\nSev«illa\nCád»iz\nfin')))).toBe('hola\n«- Sevilla\n- Cádiz»\nfin')
  expect(shown(addList(...on('«- Sevilla\n- Cádiz»')))).toBe('«Sevilla\nCádiz»')
  expect(shown(addList(...on('- Sevilla\nCá«»diz')))).toBe('- Sevilla\n«- Cádiz»')
})
