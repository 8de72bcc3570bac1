import { expect, test } from 'vitest'
import { benefitType } from '#merchant/catalogue/benefits/model.ts'
import { grantKindOf, outsideKinds, typesOfProvider } from './index.ts'

const outside = benefitType.options.flatMap((type) => {
  const kind = grantKindOf(type)
  return kind.place === 'outside' ? [kind] : []
})

test('every kind at another service is worked on there, and again once its customer has linked an account of its provider', () => {
  expect(outside.map(({ type }) => type)).toEqual(expect.arrayContaining(['discord', 'github_repository']))
  expect(outsideKinds).toEqual(outside)
  for (const { type, provider } of outside) expect(typesOfProvider(provider)).toContain(type)
})
