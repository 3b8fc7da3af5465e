import { describe, expect, it } from 'vitest'
import { isSafeColor, keepPastedStyle, keepStyle } from './clean-style.ts'

describe('styles of text that enters the editor', () => {
  it.each([
    ['color', 'rgb(1, 2, 3)'],
    ['background-color', 'rgba(0, 0, 0, 0.5)'],
    ['width', 'calc(100% - 2px)'],
    ['border-top-width', '1px'],
    ['display', 'block'],
  ])('COMPOSE-03 keeps %s: %s of an original that is edited', (property, value) => {
    expect(keepStyle(property, value)).toBe(true)
  })

  it.each([
    ['background-color', 'url("https://x.test/a")'],
    ['background-image', 'linear-gradient(red, blue)'],
    ['list-style-image', 'none'],
    ['width', 'var(--x)'],
    ['height', 'calc(100vh + 60px)'],
    ['min-height', '1e2dvh'],
    ['width', '100vw'],
    ['font-size', '12cqmin'],
    ['--x', 'red'],
    ['color', 'attr(data-x)'],
    ['cursor', 'image-set("a" 1x)'],
    ['position', 'fixed'],
    ['top', '0px'],
    ['z-index', '9'],
    ['content', '"x"'],
    ['background-size', ''],
  ])('COMPOSE-03 drops %s: %s wherever it comes from (T5, T6, T7)', (property, value) => {
    expect(keepStyle(property, value)).toBe(false)
    expect(keepPastedStyle(true)(property, value)).toBe(false)
  })

  it('COMPOSE-25 pastes what was meant and not how the copied page looked', () => {
    const web = keepPastedStyle(false)
    expect(web('font-weight', '700')).toBe(true)
    expect(web('color', 'rgb(192, 0, 0)')).toBe(true)
    expect(web('color', 'rgb(51, 51, 51)')).toBe(false)
    expect(web('background-color', 'rgb(255, 255, 255)')).toBe(false)
    expect(web('font-family', 'Arial')).toBe(false)
    expect(web('line-height', '1.2')).toBe(false)
    expect(keepPastedStyle(true)('font-family', '仿宋')).toBe(true)
  })

  it('COMPOSE-03 takes colour names and numbers in attributes, nothing else', () => {
    expect(isSafeColor('#fff')).toBe(true)
    expect(isSafeColor('7a1f2b')).toBe(true)
    expect(isSafeColor('red')).toBe(true)
    expect(isSafeColor('url(x)')).toBe(false)
    expect(isSafeColor('expression(1)')).toBe(false)
  })
})
