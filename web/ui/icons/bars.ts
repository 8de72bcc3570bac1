import { createIcon } from './icon.tsx'

export const BarsIcon = /* @__PURE__ */ createIcon('M2.5 4.5h11M2.5 8h11M2.5 11.5h11')
