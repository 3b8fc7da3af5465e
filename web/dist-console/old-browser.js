// For browsers that cannot read the page's own scripts, so in the oldest form of the language (BANNERS-03): who comes with
// one of them, or in the compatibility mode of a 360-type browser, is told, and what helps. No markup is parsed here.
function knowsLightDark() {
  if (window.CSS === undefined || window.CSS.supports === undefined) return false
  return window.CSS.supports('color', 'light-dark(#000, #fff)')
}
function warnOldBrowser() {
  var agent = navigator.userAgent
  var isEngineOfOld = /MSIE |Trident\//.test(agent) || document.documentMode !== undefined
  var reads = 'noModule' in document.createElement('script') && Array.prototype.toSorted
  if (!isEngineOfOld && reads && knowsLightDark()) return
  var is360 = /360|QIHU|QQBrowser|MetaSr|LBBROWSER|Maxthon/i.test(agent) || isEngineOfOld
  var lines = [
    '您的浏览器版本过低或处于兼容模式，页面可能无法正常显示。' +
      (is360 ? '使用 360、搜狗等浏览器时，请点击地址栏右侧的图标切换到“极速模式”，或' : '请') +
      '升级到最新版的 Chrome、Edge、Firefox 或 Safari。',
    'Your browser is too old or runs in a compatibility mode, so this page may not work. ' +
      (is360 ? 'In 360-type browsers switch to speed mode, or use ' : 'Please use ') +
      'a current Chrome, Edge, Firefox or Safari.',
  ]
  function paragraph(words) {
    var line = document.createElement('p')
    line.style.margin = '0'
    line.appendChild(document.createTextNode(words))
    return line
  }
  function say() {
    var box = document.createElement('div')
    box.id = 'old-browser'
    box.setAttribute('role', 'alert')
    var style = box.style
    var close = document.createElement('button')
    style.padding = '12px 48px 12px 20px'
    style.position = 'relative'
    style.background = '#fff5e2'
    style.color = '#7a4a00'
    style.fontSize = '14px'
    style.lineHeight = '1.6'
    box.appendChild(paragraph(lines[0]))
    box.appendChild(paragraph(lines[1]))
    close.type = 'button'
    close.setAttribute('aria-label', '关闭 Close')
    close.appendChild(document.createTextNode('\u00d7'))
    close.style.position = 'absolute'
    close.style.top = '10px'
    close.style.right = '16px'
    close.onclick = putAway
    function putAway() {
      box.parentNode.removeChild(box)
    }
    box.appendChild(close)
    document.body.insertBefore(box, document.body.firstChild)
  }
  if (document.body) say()
  else window.onload = say
}
warnOldBrowser()
