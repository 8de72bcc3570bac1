import { createIcon } from './icon.tsx'

export const ExchangeIcon = /* @__PURE__ */ createIcon('M3 5.5h9.5M10 3l2.5 2.5L10 8M13 10.5H3.5M6 8l-2.5 2.5L6 13')
