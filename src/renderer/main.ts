import '@fontsource-variable/inter/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/control.css'
import './styles/vocabulary.css'
import { createApp } from 'vue'
import App from './App.vue'

createApp(App).mount('#app')
