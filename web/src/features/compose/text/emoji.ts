/** The emoji of the picker, by group; names come from the system, so none are kept here. */
export const emojiGroups: ReadonlyArray<{
  id: 'faces' | 'hands' | 'work' | 'nature'
  list: string
}> = [
  {
    id: 'faces',
    list: '😀 😃 😄 😁 😆 😅 😂 🤣 🙂 🙃 😉 😊 😇 🥰 😍 😘 😋 😜 🤔 🤗 🤭 🤫 😐 😶 😏 😌 😴 😷 🤒 🤧 🥳 😎 🤓 😕 😟 😮 😳 🥺 😥 😢 😭 😱 😤 😡 🤯 🤝',
  },
  {
    id: 'hands',
    list: '👍 👎 👌 ✌️ 🤞 👏 🙌 🙏 💪 👋 ✋ 👉 👈 👆 👇 ✍️ 🤲 ❤️ 🧡 💛 💚 💙 💜 🖤 💔 💯 ✅ ❌ ❗ ❓ ⭐ 🔥 ✨ 🎉',
  },
  {
    id: 'work',
    list: '📧 📎 📄 📁 📊 📈 📉 📅 📌 📍 🔔 🔒 🔑 💡 💻 📱 ☎️ 🖨️ ⏰ ⌛ 💰 💳 🏢 🏠 ✈️ 🚄 🚗 🎁 🏆 🎯',
  },
  {
    id: 'nature',
    list: '☀️ ⛅ 🌧️ ❄️ 🌙 🌈 🌸 🌹 🌻 🍀 🍁 🎄 🎋 🏮 🧧 🐉 🐼 🐟 🍵 ☕ 🍺 🍚 🍜 🥟 🎂 🍎',
  },
]
