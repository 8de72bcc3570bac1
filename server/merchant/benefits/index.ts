export type { Benefit } from './model.ts'
export {
  benefitsOfProductJson,
  findBenefits,
  fromBenefitRows,
  hasBenefit,
  publicBenefitsOfProductJson,
  replaceProductBenefits,
} from './store.ts'
