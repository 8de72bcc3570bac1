import { createIcon } from './icon.tsx'

export const DotsIcon = /* @__PURE__ */ createIcon('M3.5 8h.01M8 8h.01M12.5 8h.01', 2)
