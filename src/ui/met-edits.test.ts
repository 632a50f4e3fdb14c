import { expect, test } from 'vitest'
import { meet } from './met-edits.ts'

const base = {
  title: { es: 'Gira', en: 'Tour' },
  url: 'https://a.example',
  visible: true,
  sizes: ['S', 'M'],
  note: '',
}

test('what one side alone changed stands, whoever it was', () => {
  const mine = { ...base, url: 'https://mine.example', sizes: ['S'] }
  const theirs = { ...base, visible: false }
  expect(meet(base, mine, theirs)).toEqual({
    values: { ...base, url: 'https://mine.example', sizes: ['S'], visible: false },
    again: ['url', 'sizes'],
    news: ['visible'],
    clashes: [],
  })
})

test('the same change by both is no clash, different ones are, and nothing that was typed is lost', () => {
  const mine = { ...base, url: 'https://mine.example', visible: false, note: 'mía' }
  const theirs = { ...base, url: 'https://theirs.example', visible: false, note: 'suya' }
  expect(meet(base, mine, theirs)).toEqual({
    values: { ...theirs, url: 'https://mine.example', note: 'mía' },
    again: [],
    news: [],
    clashes: [
      { field: 'url', mine: 'https://mine.example', theirs: 'https://theirs.example' },
      { field: 'note', mine: 'mía', theirs: 'suya' },
    ],
  })
})

test('languages of one text meet word by word', () => {
  const mine = { ...base, title: { es: 'Gira 2027', en: 'Tour' } }
  const theirs = { ...base, title: { es: 'Gira', en: 'Tour 2027' } }
  expect(meet(base, mine, theirs)).toMatchObject({
    values: { title: { es: 'Gira 2027', en: 'Tour 2027' } },
    again: ['title'],
    clashes: [],
  })
  const both = { ...base, title: { es: 'Otra', en: 'Tour 2027' } }
  expect(meet(base, mine, both)).toMatchObject({
    values: { title: { es: 'Gira 2027', en: 'Tour 2027' } },
    clashes: [{ field: 'title', mine: mine.title, theirs: both.title }],
  })
})

test('a language that one of them added is kept beside what the other wrote', () => {
  const only = { title: { es: 'Gira' } as Record<string, string> }
  const renamed = { title: { es: 'Gira 2027' } }
  const translated = { title: { es: 'Gira', en: 'Tour' } }
  const both = { title: { es: 'Gira 2027', en: 'Tour' } }
  expect(meet(only, renamed, translated)).toEqual({ values: both, again: ['title'], news: [], clashes: [] })
  expect(meet(only, translated, renamed)).toEqual({ values: both, again: ['title'], news: [], clashes: [] })
  // Taken out by one and left by the other, it is out.
  expect(meet(translated, only, { title: { es: 'Otra', en: 'Tour' } }).values).toStrictEqual({
    title: { es: 'Otra' },
  })
})

test('lists and what is no text are one value: both are shown, and nothing is made of their parts', () => {
  const whole = { ...base, place: { city: 'Vigo', places: 3 } }
  const mine = { ...whole, sizes: ['S', 'L'], place: { city: 'Gijón', places: 3 } }
  const theirs = { ...whole, sizes: ['XS', 'M'], place: { city: 'Vigo', places: 4 } }
  expect(meet(whole, mine, theirs)).toMatchObject({
    values: { sizes: ['S', 'L'], place: { city: 'Gijón', places: 3 } },
    again: [],
    clashes: [{ field: 'sizes' }, { field: 'place' }],
  })
})
