import { darkTheme, type ConfigProviderProps, type GlobalThemeOverrides } from 'naive-ui'

/** Themes the UI kit with the current design tokens. Call again when light or dark changes. */
export function naiveConfiguration(dark: boolean): ConfigProviderProps {
  return { theme: dark ? darkTheme : null, themeOverrides: overrides(), inlineThemeDisabled: false }
}

function overrides(): GlobalThemeOverrides {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    common: {
      fontFamily: token('font'),
      fontFamilyMono: token('mono'),
      fontSize: '13px',
      fontSizeMini: '11px',
      fontSizeTiny: '12px',
      fontSizeSmall: '12px',
      fontSizeMedium: '13px',
      fontSizeLarge: '14px',
      fontSizeHuge: '15px',
      lineHeight: '1.45',
      borderRadius: token('radius-1'),
      borderRadiusSmall: token('radius-1'),
      heightTiny: '22px',
      heightSmall: '26px',
      heightMedium: '30px',
      heightLarge: '36px',
      primaryColor: token('accent'),
      primaryColorHover: token('accent-hover'),
      primaryColorPressed: token('accent-pressed'),
      primaryColorSuppl: token('accent'),
      infoColor: token('accent'),
      infoColorHover: token('accent-hover'),
      infoColorPressed: token('accent-pressed'),
      infoColorSuppl: token('accent'),
      successColor: token('good'),
      successColorHover: token('good'),
      successColorSuppl: token('good'),
      warningColor: token('warning'),
      warningColorHover: token('warning'),
      warningColorSuppl: token('warning'),
      errorColor: token('danger'),
      errorColorHover: token('danger'),
      errorColorSuppl: token('danger'),
      textColorBase: token('text'),
      textColor1: token('text'),
      textColor2: token('text'),
      textColor3: token('text-2'),
      placeholderColor: token('text-3'),
      bodyColor: token('ground'),
      cardColor: token('surface'),
      modalColor: token('surface'),
      popoverColor: token('surface'),
      tableColor: token('surface'),
      tableHeaderColor: token('sunken'),
      tableColorHover: token('hover'),
      inputColor: token('surface'),
      hoverColor: token('hover'),
      codeColor: token('sunken'),
      borderColor: token('line-strong'),
      dividerColor: token('line'),
      iconColor: token('text-3'),
      boxShadow1: token('shadow-1'),
      boxShadow2: token('shadow-2'),
      boxShadow3: token('shadow-2'),
      cubicBezierEaseInOut: 'cubic-bezier(0.2, 0, 0, 1)',
    },
    Button: {
      textColorPrimary: token('on-accent'),
      textColorHoverPrimary: token('on-accent'),
      textColorPressedPrimary: token('on-accent'),
      textColorFocusPrimary: token('on-accent'),
      fontWeight: '500',
    },
    // The kit's dark fields have no border, and a field on a popover has the popover's colour.
    Input: { border: `1px solid ${token('line-strong')}` },
    Card: { paddingMedium: '16px', paddingSmall: '12px' },
    Tooltip: { padding: '6px 10px' },
    Dialog: { iconSize: '20px' },
  }
}
