<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ru_RU" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>Undo {what}</source>
        <translation>Отменить «{what}»</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Отменить</translation>
    </message>
    <message>
        <source>Redo {what}</source>
        <translation>Повторить «{what}»</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Повторить</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Файл</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Правка</translation>
    </message>
    <message>
        <source>&amp;Arrange</source>
        <translation>Р&amp;асположение</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Вид</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>П&amp;рогон</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Справка</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Язык (Language)</translation>
    </message>
    <message>
        <source>New planar mechanism</source>
        <translation>Новый плоский механизм</translation>
    </message>
    <message>
        <source>New spatial mechanism</source>
        <translation>Новый пространственный механизм</translation>
    </message>
    <message>
        <source>Start page and examples</source>
        <translation>Начальная страница и примеры</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>Новое окно</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Открыть…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Сохранить</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Сохранить как…</translation>
    </message>
    <message>
        <source>Export drawing…</source>
        <translation>Экспортировать чертёж…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Закрыть</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Выйти</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Вырезать</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Копировать</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Вставить</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Дублировать</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Выделить всё</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Переименовать</translation>
    </message>
    <message>
        <source>Edit values</source>
        <translation>Изменить значения</translation>
    </message>
    <message>
        <source>Disable or enable</source>
        <translation>Отключить или включить</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>Добавить заметку</translation>
    </message>
    <message>
        <source>Make subcircuit…</source>
        <translation>Собрать подсхему…</translation>
    </message>
    <message>
        <source>Dissolve subcircuit</source>
        <translation>Разобрать подсхему</translation>
    </message>
    <message>
        <source>Properties of the kind…</source>
        <translation>Свойства вида…</translation>
    </message>
    <message>
        <source>New component from equations…</source>
        <translation>Новый компонент из уравнений…</translation>
    </message>
    <message>
        <source>Remove unused kinds</source>
        <translation>Удалить неиспользуемые виды</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>Найти…</translation>
    </message>
    <message>
        <source>Rotate clockwise</source>
        <translation>Повернуть по часовой стрелке</translation>
    </message>
    <message>
        <source>Rotate back</source>
        <translation>Повернуть обратно</translation>
    </message>
    <message>
        <source>Flip left to right</source>
        <translation>Отразить слева направо</translation>
    </message>
    <message>
        <source>Flip top to bottom</source>
        <translation>Отразить сверху вниз</translation>
    </message>
    <message>
        <source>Align left</source>
        <translation>Выровнять по левому краю</translation>
    </message>
    <message>
        <source>Align centres</source>
        <translation>Выровнять по вертикальной оси</translation>
    </message>
    <message>
        <source>Align right</source>
        <translation>Выровнять по правому краю</translation>
    </message>
    <message>
        <source>Align top</source>
        <translation>Выровнять по верхнему краю</translation>
    </message>
    <message>
        <source>Align middles</source>
        <translation>Выровнять по горизонтальной оси</translation>
    </message>
    <message>
        <source>Align bottom</source>
        <translation>Выровнять по нижнему краю</translation>
    </message>
    <message>
        <source>Distribute across</source>
        <translation>Распределить по горизонтали</translation>
    </message>
    <message>
        <source>Distribute down</source>
        <translation>Распределить по вертикали</translation>
    </message>
    <message>
        <source>Swap kind…</source>
        <translation>Сменить вид…</translation>
    </message>
    <message>
        <source>Add drive to joint</source>
        <translation>Добавить к шарниру привод</translation>
    </message>
    <message>
        <source>Add damper to joint</source>
        <translation>Добавить к шарниру демпфер</translation>
    </message>
    <message>
        <source>Add spring to joint</source>
        <translation>Добавить к шарниру пружину</translation>
    </message>
    <message>
        <source>Add limits to joint</source>
        <translation>Добавить к шарниру упоры</translation>
    </message>
    <message>
        <source>Zoom to fit</source>
        <translation>Показать целиком</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Увеличить</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Уменьшить</translation>
    </message>
    <message>
        <source>Show scalar links</source>
        <translation>Показать скалярные связи</translation>
    </message>
    <message>
        <source>Open subcircuit</source>
        <translation>Открыть подсхему</translation>
    </message>
    <message>
        <source>Up to the sheet around</source>
        <translation>На лист выше</translation>
    </message>
    <message>
        <source>Next sheet</source>
        <translation>Следующий лист</translation>
    </message>
    <message>
        <source>Sheet before</source>
        <translation>Предыдущий лист</translation>
    </message>
    <message>
        <source>Live values</source>
        <translation>Значения во время прогона</translation>
    </message>
    <message>
        <source>Live streams</source>
        <translation>Потоки во время прогона</translation>
    </message>
    <message>
        <source>Live power</source>
        <translation>Мощность во время прогона</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>Светлая тема</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>Тёмная тема</translation>
    </message>
    <message>
        <source>Theme of the system</source>
        <translation>Тема системы</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Как в системе</translation>
    </message>
    <message>
        <source>Reset window layout</source>
        <translation>Вернуть исходное расположение панелей</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Запустить</translation>
    </message>
    <message>
        <source>Pause or go on</source>
        <translation>Приостановить или продолжить</translation>
    </message>
    <message>
        <source>One picture further</source>
        <translation>На один кадр вперёд</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Остановить</translation>
    </message>
    <message>
        <source>Back to the start</source>
        <translation>Вернуться к началу</translation>
    </message>
    <message>
        <source>Play back</source>
        <translation>Воспроизвести</translation>
    </message>
    <message>
        <source>Save run…</source>
        <translation>Сохранить прогон…</translation>
    </message>
    <message>
        <source>Save snapshot of the end…</source>
        <translation>Сохранить снимок конечного состояния…</translation>
    </message>
    <message>
        <source>Help on the component</source>
        <translation>Справка о компоненте</translation>
    </message>
    <message>
        <source>Equations of the component</source>
        <translation>Уравнения компонента</translation>
    </message>
    <message>
        <source>All commands…</source>
        <translation>Все команды…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Сочетания клавиш</translation>
    </message>
    <message>
        <source>About Mars</source>
        <translation>О программе Mars</translation>
    </message>
</context>
<context>
    <name>AxisField</name>
    <message>
        <source>free</source>
        <translation>своя</translation>
    </message>
</context>
<context>
    <name>CellTable</name>
    <message>
        <source>Ctrl+V pastes columns from a spreadsheet, Delete takes selected numbers away</source>
        <translation>Ctrl+V вставляет столбцы из электронной таблицы, Delete стирает выделенные числа</translation>
    </message>
</context>
<context>
    <name>CheckDisplay</name>
    <message>
        <source>Problems</source>
        <translation>Замечания</translation>
    </message>
</context>
<context>
    <name>ChoiceField</name>
    <message>
        <source>several</source>
        <translation>разные</translation>
    </message>
</context>
<context>
    <name>CircuitCommands</name>
    <message>
        <source>Wrote %1</source>
        <translation>Записано: %1</translation>
    </message>
    <message>
        <source>The drawing could not be written</source>
        <translation>Не удалось записать чертёж</translation>
    </message>
    <message>
        <source>This snapshot cannot be read</source>
        <translation>Этот снимок не читается</translation>
    </message>
</context>
<context>
    <name>CircuitFiles</name>
    <message>
        <source>This file cannot be opened</source>
        <translation>Этот файл не открывается</translation>
    </message>
    <message>
        <source>The file could not be saved</source>
        <translation>Не удалось сохранить файл</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Выберите другое имя.</translation>
    </message>
    <message>
        <source>The file is untouched.</source>
        <translation>Файл не изменён.</translation>
    </message>
    <message>
        <source>Two windows overwrite each other's changes.</source>
        <translation>Два окна затирают изменения друг друга.</translation>
    </message>
    <message>
        <source>Open twice</source>
        <translation>Открыть дважды</translation>
    </message>
    <message>
        <source>Open a copy</source>
        <translation>Открыть копию</translation>
    </message>
    <message>
        <source>Open anyway</source>
        <translation>Всё равно открыть</translation>
    </message>
    <message>
        <source>%1 is open in another window (process %2).</source>
        <translation>%1 открыт в другом окне (процесс %2).</translation>
    </message>
    <message>
        <source>%1 has been changed by another program since it was opened here. Saving replaces those changes.</source>
        <translation>Другая программа изменила %1 после того, как он был открыт здесь. При сохранении эти изменения пропадут.</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Сохранить как…</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Заменить</translation>
    </message>
    <message>
        <source>Changed on disk</source>
        <translation>Файл изменён</translation>
    </message>
    <message>
        <source>Your work is still in the window.</source>
        <translation>Ваша работа осталась в окне.</translation>
    </message>
</context>
<context>
    <name>CircuitPage</name>
    <message>
        <source>Subcircuit {name}</source>
        <translation>Подсхема {name}</translation>
    </message>
    <message>
        <source>Circuit</source>
        <translation>Схема</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Класс</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Переменные</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Прогон</translation>
    </message>
    <message>
        <source>Properties: parameters, ports, symbol…</source>
        <translation>Свойства: параметры, порты, знак…</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Название</translation>
    </message>
    <message>
        <source>Note: what this circuit is, where its numbers come from</source>
        <translation>Заметка: что это за схема, откуда взяты числа</translation>
    </message>
    <message>
        <source>Planar (X–Y)</source>
        <translation>Плоская (X–Y)</translation>
    </message>
    <message>
        <source>Spatial</source>
        <translation>Пространственная</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>Другая</translation>
    </message>
    <message>
        <source>travel along {axis}</source>
        <translation>перемещение вдоль {axis}</translation>
    </message>
    <message>
        <source>turn about {axis}</source>
        <translation>поворот вокруг {axis}</translation>
    </message>
    <message>
        <source>Gravity</source>
        <translation>Сила тяжести</translation>
    </message>
    <message>
        <source>Acceleration of free fall</source>
        <translation>Ускорение свободного падения</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Заметка</translation>
    </message>
    <message>
        <source>Class of the circuit</source>
        <translation>Класс схемы</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Type a command, a kind to place, or a component to go to</source>
        <translation>Введите команду, вид компонента или имя компонента на листе</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Команда</translation>
    </message>
    <message>
        <source>Go to {name}</source>
        <translation>Перейти к {name}</translation>
    </message>
    <message>
        <source>Show the sheet {name}</source>
        <translation>Показать лист {name}</translation>
    </message>
    <message>
        <source>Place {kind}</source>
        <translation>Поставить: {kind}</translation>
    </message>
    <message>
        <source>Nothing fits these words</source>
        <translation>По этим словам ничего не нашлось</translation>
    </message>
</context>
<context>
    <name>ComparedRuns</name>
    <message>
        <source>Tables (*.csv *.txt)</source>
        <translation>Таблицы (*.csv *.txt)</translation>
    </message>
    <message>
        <source>The table cannot be read</source>
        <translation>Таблица не читается</translation>
    </message>
</context>
<context>
    <name>ComponentPage</name>
    <message>
        <source>They have no parameter in common</source>
        <translation>У них нет общих параметров</translation>
    </message>
    <message>
        <source>Open subcircuit</source>
        <translation>Открыть подсхему</translation>
    </message>
    <message>
        <source>Show its sheet (Enter, or a double click)</source>
        <translation>Показать её лист (Enter или двойной щелчок)</translation>
    </message>
</context>
<context>
    <name>CountField</name>
    <message>
        <source>One less</source>
        <translation>На один меньше</translation>
    </message>
    <message>
        <source>One more</source>
        <translation>На один больше</translation>
    </message>
</context>
<context>
    <name>DefinitionCommands</name>
    <message>
        <source>Select the components that the subcircuit shall hold</source>
        <translation>Выделите компоненты, которые войдут в подсхему</translation>
    </message>
    <message>
        <source>Make subcircuit {name}</source>
        <translation>Сборка подсхемы {name}</translation>
    </message>
    <message>
        <source>Dissolve {name}</source>
        <translation>Разборка {name}</translation>
    </message>
    <message>
        <source>Select a component of this file's own kinds, or open a subcircuit, to see its properties</source>
        <translation>Выделите компонент собственного вида этого файла или откройте подсхему, чтобы увидеть её свойства</translation>
    </message>
    <message>
        <source>Remove {name} from the file</source>
        <translation>Удаление из файла: {name}</translation>
    </message>
    <message>
        <source>The circuit uses every kind of this file</source>
        <translation>Схема использует все виды этого файла</translation>
    </message>
    <message>
        <source>Remove unused kinds</source>
        <translation>Удалить неиспользуемые виды</translation>
    </message>
    <message>
        <source>Removed from the file: {names}</source>
        <translation>Удалены из файла: {names}</translation>
    </message>
    <message>
        <source>Kinds in the library: {count} ({folder})</source>
        <translation>Видов в библиотеке: {count} ({folder})</translation>
    </message>
    <message>
        <source>The library has another {name}. It stays in the files that use it.</source>
        <translation>В библиотеке другой вид {name}. В файлах, где он используется, он останется.</translation>
    </message>
    <message>
        <source>Keep in my library</source>
        <translation>Сохранить в моей библиотеке</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Заменить</translation>
    </message>
    <message>
        <source>Keep {name} in my library</source>
        <translation>Сохранить {name} в моей библиотеке</translation>
    </message>
    <message>
        <source>Kept in {path}</source>
        <translation>Сохранено в {path}</translation>
    </message>
    <message>
        <source>Circuits that use {name} have it in their file and keep it.</source>
        <translation>Схемы, где используется {name}, содержат его в своём файле, и там он останется.</translation>
    </message>
    <message>
        <source>Take {name} out of the library</source>
        <translation>Убрать {name} из библиотеки</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>Убрать</translation>
    </message>
    <message>
        <source>Update {name} to the library's version</source>
        <translation>Обновление {name} из библиотеки</translation>
    </message>
    <message>
        <source>Two kinds called {name}</source>
        <translation>Два вида с именем {name}</translation>
    </message>
    <message>
        <source>This file has another {name} than the library. Keep both under two names, or replace it everywhere?</source>
        <translation>В этом файле вид {name} не такой, как в библиотеке. Оставить оба под разными именами или заменить везде?</translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>Оставить оба</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>Unsaved changes</source>
        <translation>Несохранённые изменения</translation>
    </message>
    <message>
        <source>Save the changes to %s?</source>
        <translation>Сохранить изменения в «%s»?</translation>
    </message>
    <message>
        <source>Without saving they are lost.</source>
        <translation>Без сохранения они пропадут.</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Не сохранять</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Открыть</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Сохранить как</translation>
    </message>
</context>
<context>
    <name>Document</name>
    <message>
        <source>Untitled</source>
        <translation>Без названия</translation>
    </message>
</context>
<context>
    <name>Domains</name>
    <message>
        <source>vector link: pose, twist and wrench</source>
        <translation>векторная связь: положение, кинематический винт, сила и момент</translation>
    </message>
    <message>
        <source>shaft: angle, speed and torque</source>
        <translation>вал: угол, скорость и момент</translation>
    </message>
    <message>
        <source>slider: travel, speed and force</source>
        <translation>ползун: перемещение, скорость и сила</translation>
    </message>
    <message>
        <source>pin: voltage and current</source>
        <translation>вывод: напряжение и ток</translation>
    </message>
    <message>
        <source>line of oil: pressure and flow</source>
        <translation>гидролиния: давление и расход</translation>
    </message>
    <message>
        <source>way of heat: temperature and heat flow</source>
        <translation>тепловая связь: температура и тепловой поток</translation>
    </message>
    <message>
        <source>signal: a number, without power</source>
        <translation>сигнал: число, без мощности</translation>
    </message>
    <message>
        <source>bundle of signals: several numbers under one line</source>
        <translation>пучок сигналов: несколько чисел по одной линии</translation>
    </message>
</context>
<context>
    <name>EquationEditor</name>
    <message>
        <source>Components get these letters and a number as their name</source>
        <translation>Имена компонентов составляются из этих букв и номера</translation>
    </message>
    <message>
        <source>&amp;Begin with</source>
        <translation>&amp;Начать с</translation>
    </message>
    <message>
        <source>&amp;How to write it</source>
        <translation>&amp;Как писать уравнения</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Закрыть</translation>
    </message>
    <message>
        <source>Apply and &amp;place</source>
        <translation>Применить и п&amp;оставить</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>&amp;Применить</translation>
    </message>
    <message>
        <source>Write it into the circuit (Ctrl+Enter)</source>
        <translation>Записать в схему (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Имя</translation>
    </message>
    <message>
        <source>&amp;Letters</source>
        <translation>&amp;Буквы</translation>
    </message>
    <message>
        <source>What is typed is replaced by this text. It can be taken back with Ctrl+Z only before it is applied.</source>
        <translation>Этот текст заменит введённый. Вернуть его по Ctrl+Z можно только до применения.</translation>
    </message>
    <message>
        <source>Begin with another text</source>
        <translation>Начать с другого текста</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Заменить</translation>
    </message>
    <message>
        <source>New component</source>
        <translation>Новый компонент</translation>
    </message>
    <message>
        <source>{name}: equations</source>
        <translation>{name}: уравнения</translation>
    </message>
    <message>
        <source>Equations of {name}</source>
        <translation>Уравнения {name}</translation>
    </message>
    <message>
        <source>Kept in the circuit. It cannot run until the equations are mended.</source>
        <translation>Сохранено в схеме. Пока уравнения не исправлены, запустить её нельзя.</translation>
    </message>
    <message>
        <source>The equations of {name} are not applied yet.</source>
        <translation>Уравнения {name} ещё не применены.</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Применить</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Не применять</translation>
    </message>
</context>
<context>
    <name>EquationFacts</name>
    <message>
        <source>{said} of {owed} equations</source>
        <translation>уравнений {said} из {owed}</translation>
    </message>
    <message>
        <source>Counted once every line can be read</source>
        <translation>Будут сосчитаны, когда прочтутся все строки</translation>
    </message>
    <message>
        <source>must be linked</source>
        <translation>нужно соединить</translation>
    </message>
    <message>
        <source>may stay open</source>
        <translation>можно не соединять</translation>
    </message>
    <message>
        <source>open: tied to its reference</source>
        <translation>не соединён: связан с базовым узлом</translation>
    </message>
    <message>
        <source>out</source>
        <translation>выход</translation>
    </message>
    <message>
        <source>in</source>
        <translation>вход</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Порты</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Параметры</translation>
    </message>
    <message>
        <source>States</source>
        <translation>Состояния</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Результаты</translation>
    </message>
</context>
<context>
    <name>EquationText</name>
    <message>
        <source>Equations</source>
        <translation>Уравнения</translation>
    </message>
</context>
<context>
    <name>Equations</name>
    <message>
        <source>a comment; those on top are the help of the component</source>
        <translation>примечание; верхние строки — справка о компоненте</translation>
    </message>
    <message>
        <source>a port: rotation, translation, electrical, hydraulic, thermal, frame</source>
        <translation>порт: rotation, translation, electrical, hydraulic, thermal, frame</translation>
    </message>
    <message>
        <source>one that may stay open, on the right side</source>
        <translation>порт, который можно не соединять, на правой стороне</translation>
    </message>
    <message>
        <source>a signal that is read, as u; «signal out» is given</source>
        <translation>сигнал на входе, читается как u; «signal out» — на выходе</translation>
    </message>
    <message>
        <source>a value that each component can set, with limits (at least, above, at most) and help</source>
        <translation>значение, которое задаётся у каждого компонента, с границами (at least, above, at most) и справкой</translation>
    </message>
    <message>
        <source>a variable with a rate, and where it starts</source>
        <translation>переменная со скоростью изменения и её начальное значение</translation>
    </message>
    <message>
        <source>a name for a formula</source>
        <translation>имя для формулы</translation>
    </message>
    <message>
        <source>the rate of a state</source>
        <translation>скорость изменения состояния</translation>
    </message>
    <message>
        <source>one equation for each stream of a port, counted into it</source>
        <translation>по одному уравнению на каждый поток порта; положителен внутрь</translation>
    </message>
    <message>
        <source>force F or moment M at a frame; r, v and w are read</source>
        <translation>сила F или момент M на frame; r, v и w читаются</translation>
    </message>
    <message>
        <source>one for each signal that goes out</source>
        <translation>по одному на каждый выходной сигнал</translation>
    </message>
    <message>
        <source>something more to be plotted</source>
        <translation>ещё одна величина для графиков</translation>
    </message>
    <message>
        <source>energy and lost power, for the energy ledger</source>
        <translation>энергия и мощность потерь, для баланса энергии</translation>
    </message>
    <message>
        <source>its power comes from outside</source>
        <translation>его мощность поступает извне</translation>
    </message>
    <message>
        <source>How to write equations</source>
        <translation>Как писать уравнения</translation>
    </message>
    <message>
        <source>One line says one thing. Numbers carry their units; both sides of an equation must have one unit.</source>
        <translation>Одна строка — одно утверждение. У чисел есть единицы; у обеих частей уравнения единица одна.</translation>
    </message>
</context>
<context>
    <name>EquationsPage</name>
    <message>
        <source>where</source>
        <translation>где</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Правила</translation>
    </message>
    <message>
        <source>residual {amount}</source>
        <translation>невязка {amount}</translation>
    </message>
</context>
<context>
    <name>EquationsPanel</name>
    <message>
        <source>Equations of the selected component</source>
        <translation>Уравнения выделенного компонента</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Копировать как текст</translation>
    </message>
    <message>
        <source>Copy with numbers</source>
        <translation>Копировать с числами</translation>
    </message>
    <message>
        <source>Copy as LaTeX</source>
        <translation>Копировать как LaTeX</translation>
    </message>
    <message>
        <source>Copy the equations</source>
        <translation>Скопировать уравнения</translation>
    </message>
    <message>
        <source>no numbers: %1</source>
        <translation>чисел нет: %1</translation>
    </message>
    <message>
        <source>at the start</source>
        <translation>в начале</translation>
    </message>
    <message>
        <source>at t = %1 s</source>
        <translation>при t = %1 s</translation>
    </message>
    <message>
        <source>Several components are selected. Select one to see its equations.</source>
        <translation>Выделено несколько компонентов. Выделите один, чтобы увидеть его уравнения.</translation>
    </message>
    <message>
        <source>Nothing on the main sheet uses {kind}. Place one there to see its equations.</source>
        <translation>На главном листе нет компонентов вида {kind}. Поставьте там один, чтобы увидеть уравнения.</translation>
    </message>
    <message>
        <source>Select a component to see its equations, with the numbers of the moment that is shown.</source>
        <translation>Выделите компонент, чтобы увидеть его уравнения с числами показанного момента.</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>A drawing is written as SVG, PDF or PNG, but the name of %1 ends in none of these.</source>
        <translation>Чертёж записывается как SVG, PDF или PNG, а имя %1 не оканчивается ни на одно из них.</translation>
    </message>
    <message>
        <source>%1 cannot be written. Choose another folder or close the program that shows it.</source>
        <translation>Не удаётся записать %1. Выберите другую папку или закройте программу, которая показывает этот файл.</translation>
    </message>
</context>
<context>
    <name>ExpressionForm</name>
    <message>
        <source>A formula of the time t in s; its value is in {unit}</source>
        <translation>Формула от времени t в s; её значение в {unit}</translation>
    </message>
    <message>
        <source>A formula of the time t in s</source>
        <translation>Формула от времени t в s</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find by name, kind, value or port</source>
        <translation>Найти по имени, виду, значению или порту</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Найти</translation>
    </message>
    <message>
        <source>The one before (Shift+Enter)</source>
        <translation>Предыдущее (Shift+Enter)</translation>
    </message>
    <message>
        <source>The next one (Enter)</source>
        <translation>Следующее (Enter)</translation>
    </message>
    <message>
        <source>Close (Escape)</source>
        <translation>Закрыть (Escape)</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>ничего не найдено</translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>найден %n</numerusform>
            <numerusform>найдено %n</numerusform>
            <numerusform>найдено %n</numerusform>
        </translation>
    </message>
    <message>
        <source>{place} of {count}</source>
        <translation>{place} из {count}</translation>
    </message>
</context>
<context>
    <name>FormulaField</name>
    <message>
        <source>of {words}</source>
        <translation>от {words}</translation>
    </message>
</context>
<context>
    <name>Gestures</name>
    <message>
        <source>Rotate {0}</source>
        <translation>Поворот: {0}</translation>
    </message>
    <message>
        <source>Flip {0}</source>
        <translation>Отражение: {0}</translation>
    </message>
    <message>
        <source>Align {0}</source>
        <translation>Выравнивание: {0}</translation>
    </message>
    <message>
        <source>Distribute {0}</source>
        <translation>Распределение: {0}</translation>
    </message>
    <message>
        <source>Move {0}</source>
        <translation>Перемещение: {0}</translation>
    </message>
    <message numerus="yes">
        <source>Select at least %n components first</source>
        <translation>
            <numerusform>Сначала выделите не менее %n компонента</numerusform>
            <numerusform>Сначала выделите не менее %n компонентов</numerusform>
            <numerusform>Сначала выделите не менее %n компонентов</numerusform>
        </translation>
    </message>
    <message>
        <source>Add {0}</source>
        <translation>Добавление: {0}</translation>
    </message>
    <message>
        <source>What comes to {0}?</source>
        <translation>Что присоединить к {0}?</translation>
    </message>
    <message>
        <source>Add {0} to {1}</source>
        <translation>Добавление {0} к {1}</translation>
    </message>
    <message>
        <source>Select one joint first, then add to it</source>
        <translation>Сначала выделите один шарнир, к которому добавлять</translation>
    </message>
    <message>
        <source>Add drive to {0}</source>
        <translation>Добавление привода к {0}</translation>
    </message>
    <message>
        <source>Add damper to {0}</source>
        <translation>Добавление демпфера к {0}</translation>
    </message>
    <message>
        <source>Add spring to {0}</source>
        <translation>Добавление пружины к {0}</translation>
    </message>
    <message>
        <source>Add limits to {0}</source>
        <translation>Добавление упоров к {0}</translation>
    </message>
    <message>
        <source>Insert {0} into {1}</source>
        <translation>Вставка {0} в {1}</translation>
    </message>
    <message>
        <source>Cut {0}</source>
        <translation>Вырезание: {0}</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Вставка</translation>
    </message>
    <message>
        <source>There is nothing to paste. Copy something first</source>
        <translation>Вставлять нечего. Сначала скопируйте что-нибудь</translation>
    </message>
    <message>
        <source>Duplicate {0}</source>
        <translation>Дублирование: {0}</translation>
    </message>
    <message>
        <source>Unlink {0}</source>
        <translation>Отсоединение: {0}</translation>
    </message>
    <message>
        <source>Open subcircuit</source>
        <translation>Открыть подсхему</translation>
    </message>
    <message>
        <source>Values…</source>
        <translation>Значения…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Переименовать</translation>
    </message>
    <message>
        <source>Swap kind</source>
        <translation>Сменить вид</translation>
    </message>
    <message>
        <source>Rotate</source>
        <translation>Повернуть</translation>
    </message>
    <message>
        <source>Flip left to right</source>
        <translation>Отразить слева направо</translation>
    </message>
    <message>
        <source>Flip top to bottom</source>
        <translation>Отразить сверху вниз</translation>
    </message>
    <message>
        <source>Align</source>
        <translation>Выровнять</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Вырезать</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Копировать</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Дублировать</translation>
    </message>
    <message>
        <source>Enable</source>
        <translation>Включить</translation>
    </message>
    <message>
        <source>Disable</source>
        <translation>Отключить</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>Make subcircuit…</source>
        <translation>Собрать подсхему…</translation>
    </message>
    <message>
        <source>Dissolve subcircuit</source>
        <translation>Разобрать подсхему</translation>
    </message>
    <message>
        <source>Equations…</source>
        <translation>Уравнения…</translation>
    </message>
    <message>
        <source>Properties of {0}…</source>
        <translation>Свойства {0}…</translation>
    </message>
    <message>
        <source>All that fit…</source>
        <translation>Все подходящие…</translation>
    </message>
    <message>
        <source>+ Drive</source>
        <translation>+ Привод</translation>
    </message>
    <message>
        <source>+ Damper</source>
        <translation>+ Демпфер</translation>
    </message>
    <message>
        <source>+ Spring</source>
        <translation>+ Пружина</translation>
    </message>
    <message>
        <source>+ Limits</source>
        <translation>+ Упоры</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>По левому краю</translation>
    </message>
    <message>
        <source>Centres</source>
        <translation>По вертикальной оси</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>По правому краю</translation>
    </message>
    <message>
        <source>Top</source>
        <translation>По верхнему краю</translation>
    </message>
    <message>
        <source>Middles</source>
        <translation>По горизонтальной оси</translation>
    </message>
    <message>
        <source>Bottom</source>
        <translation>По нижнему краю</translation>
    </message>
    <message>
        <source>Distribute across</source>
        <translation>Распределить по горизонтали</translation>
    </message>
    <message>
        <source>Distribute down</source>
        <translation>Распределить по вертикали</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>График</translation>
    </message>
    <message>
        <source>Delete junction with its links</source>
        <translation>Удалить точку соединения с её связями</translation>
    </message>
    <message>
        <source>Insert joint</source>
        <translation>Вставить шарнир</translation>
    </message>
    <message>
        <source>Straighten wire</source>
        <translation>Выпрямить связь</translation>
    </message>
    <message>
        <source>Edit note</source>
        <translation>Изменить заметку</translation>
    </message>
    <message>
        <source>Place a component…</source>
        <translation>Поставить компонент…</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>Добавить заметку</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Выделить всё</translation>
    </message>
    <message>
        <source>Show scalar links</source>
        <translation>Показать скалярные связи</translation>
    </message>
    <message numerus="yes">
        <source>%n components</source>
        <translation>
            <numerusform>%n компонент</numerusform>
            <numerusform>%n компонента</numerusform>
            <numerusform>%n компонентов</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n links</source>
        <translation>
            <numerusform>%n связь</numerusform>
            <numerusform>%n связи</numerusform>
            <numerusform>%n связей</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n notes</source>
        <translation>
            <numerusform>%n заметка</numerusform>
            <numerusform>%n заметки</numerusform>
            <numerusform>%n заметок</numerusform>
        </translation>
    </message>
    <message>
        <source>note</source>
        <translation>заметка</translation>
    </message>
    <message>
        <source>junction</source>
        <translation>точка соединения</translation>
    </message>
    <message>
        <source>Link {0}</source>
        <translation>Связь {0}</translation>
    </message>
    <message>
        <source>Bend link {0}</source>
        <translation>Изгиб связи {0}</translation>
    </message>
    <message>
        <source>Delete {0}</source>
        <translation>Удаление: {0}</translation>
    </message>
    <message>
        <source>Disable {0}</source>
        <translation>Отключение: {0}</translation>
    </message>
    <message>
        <source>Enable {0}</source>
        <translation>Включение: {0}</translation>
    </message>
    <message>
        <source>Select one component first, then swap its kind</source>
        <translation>Сначала выделите один компонент, чтобы сменить его вид</translation>
    </message>
    <message>
        <source>{0} becomes</source>
        <translation>{0} становится</translation>
    </message>
    <message>
        <source>Swap {0} for {1}</source>
        <translation>Замена {0} на {1}</translation>
    </message>
    <message>
        <source>{0} has no port for the link at {1}, so that link is gone</source>
        <translation>У {0} нет порта для связи с {1}, поэтому эта связь удалена</translation>
    </message>
    <message>
        <source>Select one component first, then rename it</source>
        <translation>Сначала выделите один компонент, чтобы переименовать его</translation>
    </message>
    <message>
        <source>Rename {0} to {1}</source>
        <translation>Переименование {0} в {1}</translation>
    </message>
    <message>
        <source>Delete note</source>
        <translation>Удалить заметку</translation>
    </message>
    <message>
        <source>Widen note</source>
        <translation>Расширение заметки</translation>
    </message>
    <message>
        <source>This kind is not installed, so the component cannot run.</source>
        <translation>Этот вид не установлен, поэтому компонент не может работать.</translation>
    </message>
    <message>
        <source>start</source>
        <translation>начало</translation>
    </message>
    <message>
        <source>disabled: it takes no part</source>
        <translation>отключён: не участвует</translation>
    </message>
    <message>
        <source>Open: it must be linked.</source>
        <translation>Не соединён: его нужно соединить.</translation>
    </message>
    <message>
        <source>Open: nothing acts on it.</source>
        <translation>Не соединён: на него ничто не действует.</translation>
    </message>
    <message>
        <source>Open: held at zero, as by the tie.</source>
        <translation>Не соединён: удерживается в нуле, как показывает перемычка.</translation>
    </message>
    <message numerus="yes">
        <source>Node of %n ports</source>
        <translation>
            <numerusform>Узел: %n порт</numerusform>
            <numerusform>Узел: %n порта</numerusform>
            <numerusform>Узел: %n портов</numerusform>
        </translation>
    </message>
    <message>
        <source>A vector link between two bodies welds them.</source>
        <translation>Векторная связь между двумя телами жёстко их скрепляет.</translation>
    </message>
    <message>
        <source>Set {0}</source>
        <translation>Значение {0}</translation>
    </message>
    <message>
        <source>{0} has no telling values. See the inspector</source>
        <translation>У {0} нет основных значений. Все значения — в инспекторе</translation>
    </message>
    <message>
        <source>Straighten {0}</source>
        <translation>Выпрямление: {0}</translation>
    </message>
    <message>
        <source>Link {0} to {1}</source>
        <translation>Связь {0} – {1}</translation>
    </message>
    <message>
        <source>Re-attach link {0}</source>
        <translation>Перенос конца связи {0}</translation>
    </message>
    <message>
        <source>The end goes back. Let it go on a port or on a wire</source>
        <translation>Конец вернулся на место. Отпустите его на порту или на связи</translation>
    </message>
    <message>
        <source>start {0}</source>
        <translation>начало: {0}</translation>
    </message>
    <message>
        <source>or a formula of t, or «{0}»</source>
        <translation>или формула от t, или «{0}»</translation>
    </message>
    <message>
        <source>{0}: a {1} has no further number for it.</source>
        <translation>{0}: для закона «{1}» это лишнее число.</translation>
    </message>
    <message>
        <source>a {0} needs {1} too.</source>
        <translation>закону «{0}» нужно ещё {1}.</translation>
    </message>
    <message>
        <source>Type for example «{0}»</source>
        <translation>Введите, например, «{0}»</translation>
    </message>
</context>
<context>
    <name>Glyphs</name>
    <message>
        <source>Plain box</source>
        <translation>Простая рамка</translation>
    </message>
    <message>
        <source>Motor</source>
        <translation>Двигатель</translation>
    </message>
    <message>
        <source>Arm</source>
        <translation>Манипулятор</translation>
    </message>
    <message>
        <source>Gear</source>
        <translation>Передача</translation>
    </message>
    <message>
        <source>Spring</source>
        <translation>Пружина</translation>
    </message>
    <message>
        <source>Damper</source>
        <translation>Демпфер</translation>
    </message>
    <message>
        <source>Pump</source>
        <translation>Насос</translation>
    </message>
    <message>
        <source>Wave</source>
        <translation>Волна</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>Кривая</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Сумма</translation>
    </message>
    <message>
        <source>Switch</source>
        <translation>Ключ</translation>
    </message>
</context>
<context>
    <name>GridField</name>
    <message>
        <source>{label}: row {row} has nothing in column {column}. Type a number there</source>
        <translation>{label}: в строке {row} пуст столбец {column}. Введите туда число</translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message>
        <source>Leave it out of the circuit without deleting it (Ctrl+/)</source>
        <translation>Исключить из схемы, не удаляя (Ctrl+/)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message numerus="yes">
        <source>%n components</source>
        <translation>
            <numerusform>%n компонент</numerusform>
            <numerusform>%n компонента</numerusform>
            <numerusform>%n компонентов</numerusform>
        </translation>
    </message>
    <message>
        <source>The kind «{kind}» is not installed. Its values and links are kept.</source>
        <translation>Вид «{kind}» не установлен. Его значения и связи сохраняются.</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Ещё</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Свойства</translation>
    </message>
    <message>
        <source>Mend it</source>
        <translation>Исправить</translation>
    </message>
    <message>
        <source>Rename {old} to {new}</source>
        <translation>Переименование {old} в {new}</translation>
    </message>
    <message>
        <source>Disable</source>
        <translation>Отключить</translation>
    </message>
    <message>
        <source>Enable</source>
        <translation>Включить</translation>
    </message>
</context>
<context>
    <name>HeaderSwitch</name>
    <message>
        <source>Disable</source>
        <translation>Откл.</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Command</source>
        <translation>Команда</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Клавиши</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Сочетания клавиш</translation>
    </message>
    <message>
        <source>Draw a mechanism as a component circuit and run it.</source>
        <translation>Начертите механизм как компонентную цепь и запустите расчёт.</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Соединить</translation>
    </message>
    <message>
        <source>drag from a port to a port or wire</source>
        <translation>протянуть от порта к порту или связи</translation>
    </message>
    <message>
        <source>Add what fits</source>
        <translation>Добавить подходящее</translation>
    </message>
    <message>
        <source>drag from a port to an empty place</source>
        <translation>протянуть от порта на пустое место</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>Сдвинуть лист</translation>
    </message>
    <message>
        <source>middle button, or Space and drag</source>
        <translation>средняя кнопка или пробел и перетаскивание</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Изменить масштаб</translation>
    </message>
    <message>
        <source>wheel</source>
        <translation>колесо мыши</translation>
    </message>
    <message>
        <source>Select several</source>
        <translation>Выделить несколько</translation>
    </message>
    <message>
        <source>drag a frame; Shift adds</source>
        <translation>обвести рамкой; с Shift — добавить</translation>
    </message>
    <message>
        <source>Nudge</source>
        <translation>Подвинуть</translation>
    </message>
    <message>
        <source>arrow keys; Shift for large steps</source>
        <translation>стрелки; с Shift — большими шагами</translation>
    </message>
    <message>
        <source>Move an input</source>
        <translation>Двигать орган ввода</translation>
    </message>
    <message>
        <source>drag its handle, or Alt with arrow up and down</source>
        <translation>тянуть за ручку или Alt со стрелками вверх и вниз</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Заметка</translation>
    </message>
    <message>
        <source>double click on an empty place</source>
        <translation>двойной щелчок на пустом месте</translation>
    </message>
</context>
<context>
    <name>HelpPage</name>
    <message>
        <source>The kind «{kind}» is not installed.</source>
        <translation>Вид «{kind}» не установлен.</translation>
    </message>
    <message>
        <source>must be linked</source>
        <translation>нужно соединить</translation>
    </message>
    <message>
        <source>may stay open</source>
        <translation>можно не соединять</translation>
    </message>
    <message>
        <source>open: tied to its reference</source>
        <translation>не соединён: связан с базовым узлом</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Порты</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Параметры</translation>
    </message>
    <message>
        <source>Laws</source>
        <translation>Законы</translation>
    </message>
    <message>
        <source>Coordinates</source>
        <translation>Координаты</translation>
    </message>
    <message>
        <source>States</source>
        <translation>Состояния</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Результаты</translation>
    </message>
</context>
<context>
    <name>HoverPopup</name>
    <message>
        <source>Plot it</source>
        <translation>Показать на графике</translation>
    </message>
</context>
<context>
    <name>IconForm</name>
    <message>
        <source>Usual symbol</source>
        <translation>Обычный знак</translation>
    </message>
    <message>
        <source>Own strokes</source>
        <translation>Свои линии</translation>
    </message>
    <message>
        <source>Strokes</source>
        <translation>Линии</translation>
    </message>
    <message>
        <source>One stroke a line: a role (line, thin, dash, solid, letter) and path data as in SVG, ten units to a step. With a face or leads (face, frame, lead:a) of its own it is the whole symbol; without, it stands in the box.</source>
        <translation>По одной линии в строке: роль (line, thin, dash, solid, letter) и контур, как в SVG, десять единиц на шаг. Если есть свои face или выводы (face, frame, lead:a), это весь знак; если нет, он стоит в рамке.</translation>
    </message>
</context>
<context>
    <name>InInstance</name>
    <message>
        <source>in {instance}: {value}</source>
        <translation>в {instance}: {value}</translation>
    </message>
</context>
<context>
    <name>InertiaField</name>
    <message>
        <source>Products of inertia</source>
        <translation>Центробежные моменты инерции</translation>
    </message>
    <message>
        <source>Add Jxy, Jxz, Jyz</source>
        <translation>Добавить Jxy, Jxz, Jyz</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>at least {value}</source>
        <translation>не меньше {value}</translation>
    </message>
    <message>
        <source>above {value}</source>
        <translation>больше {value}</translation>
    </message>
    <message>
        <source>at most {value}</source>
        <translation>не больше {value}</translation>
    </message>
    <message>
        <source> and </source>
        <translation> и </translation>
    </message>
    <message>
        <source>default {value}</source>
        <translation>по умолчанию {value}</translation>
    </message>
    <message>
        <source>Notes: {count}</source>
        <translation>Заметок: {count}</translation>
    </message>
</context>
<context>
    <name>KindList</name>
    <message>
        <source>Type to find: {examples} …</source>
        <translation>Поиск: {examples} …</translation>
    </message>
    <message>
        <source>No kind that fits here has these words.</source>
        <translation>Среди подходящих видов нет такого.</translation>
    </message>
</context>
<context>
    <name>Kinds</name>
    <message>
        <source>This file</source>
        <translation>Этот файл</translation>
    </message>
    <message>
        <source>this file</source>
        <translation>этот файл</translation>
    </message>
    <message>
        <source>My library</source>
        <translation>Моя библиотека</translation>
    </message>
    <message>
        <source>my library</source>
        <translation>моя библиотека</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Порты</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>и ещё %n</numerusform>
            <numerusform>и ещё %n</numerusform>
            <numerusform>и ещё %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Параметры</translation>
    </message>
    <message>
        <source>none</source>
        <translation>нет</translation>
    </message>
    <message>
        <source>Bodies</source>
        <translation>Тела</translation>
    </message>
    <message>
        <source>Joints</source>
        <translation>Шарниры</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Источники</translation>
    </message>
    <message>
        <source>Inputs by hand</source>
        <translation>Ручной ввод</translation>
    </message>
    <message>
        <source>Dynamics</source>
        <translation>Динамика</translation>
    </message>
    <message>
        <source>Meters</source>
        <translation>Измерители</translation>
    </message>
    <message>
        <source>Electrical</source>
        <translation>Электрика</translation>
    </message>
    <message>
        <source>Drives</source>
        <translation>Приводы</translation>
    </message>
    <message>
        <source>Hydraulic</source>
        <translation>Гидравлика</translation>
    </message>
    <message>
        <source>Thermal</source>
        <translation>Тепло</translation>
    </message>
    <message>
        <source>Sensors</source>
        <translation>Датчики</translation>
    </message>
    <message>
        <source>Signals</source>
        <translation>Сигналы</translation>
    </message>
    <message>
        <source>Control</source>
        <translation>Управление</translation>
    </message>
    <message>
        <source>Sampled</source>
        <translation>Дискретные</translation>
    </message>
    <message>
        <source>Logic</source>
        <translation>Логика</translation>
    </message>
    <message>
        <source>Ports of the subcircuit</source>
        <translation>Порты подсхемы</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Прочее</translation>
    </message>
    <message>
        <source>points</source>
        <translation>точки</translation>
    </message>
    <message>
        <source>shafts</source>
        <translation>валы</translation>
    </message>
    <message>
        <source>sliders</source>
        <translation>ползуны</translation>
    </message>
    <message>
        <source>between points</source>
        <translation>между точками</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>элементы</translation>
    </message>
    <message>
        <source>sources</source>
        <translation>источники</translation>
    </message>
    <message>
        <source>switches and electronics</source>
        <translation>ключи и электроника</translation>
    </message>
    <message>
        <source>meters</source>
        <translation>измерители</translation>
    </message>
    <message>
        <source>supply</source>
        <translation>питание</translation>
    </message>
    <message>
        <source>motion</source>
        <translation>движение</translation>
    </message>
    <message>
        <source>valves and lines</source>
        <translation>клапаны и линии</translation>
    </message>
    <message>
        <source>given</source>
        <translation>заданные</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>арифметика</translation>
    </message>
    <message>
        <source>with a memory</source>
        <translation>с памятью</translation>
    </message>
    <message>
        <source>curves</source>
        <translation>кривые</translation>
    </message>
    <message>
        <source>bundles</source>
        <translation>пучки</translation>
    </message>
</context>
<context>
    <name>LawField</name>
    <message>
        <source>Constant</source>
        <translation>Постоянная</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Скачок</translation>
    </message>
    <message>
        <source>Ramp</source>
        <translation>Линейное нарастание</translation>
    </message>
    <message>
        <source>Sine</source>
        <translation>Синус</translation>
    </message>
    <message>
        <source>Cycloid</source>
        <translation>Циклоида</translation>
    </message>
    <message>
        <source>Polynomial</source>
        <translation>Многочлен</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Таблица</translation>
    </message>
    <message>
        <source>Formula of t</source>
        <translation>Формула от t</translation>
    </message>
    <message>
        <source>several</source>
        <translation>разные</translation>
    </message>
    <message>
        <source>time</source>
        <translation>время</translation>
    </message>
    <message>
        <source>start</source>
        <translation>начало</translation>
    </message>
    <message>
        <source>before</source>
        <translation>до</translation>
    </message>
    <message>
        <source>after</source>
        <translation>после</translation>
    </message>
    <message>
        <source>amplitude</source>
        <translation>амплитуда</translation>
    </message>
    <message>
        <source>frequency</source>
        <translation>частота</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>фаза</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>смещение</translation>
    </message>
    <message>
        <source>instant of the jump</source>
        <translation>момент скачка</translation>
    </message>
    <message>
        <source>how long the change takes</source>
        <translation>сколько длится изменение</translation>
    </message>
    <message>
        <source>when the change begins</source>
        <translation>когда начинается изменение</translation>
    </message>
</context>
<context>
    <name>Ledger</name>
    <message>
        <source>{energy} {nature}</source>
        <translation>{nature} {energy}</translation>
    </message>
    <message>
        <source>{heat} heat</source>
        <translation>{heat} в тепло</translation>
    </message>
    <message>
        <source>{energy} stored</source>
        <translation>{energy} запасено</translation>
    </message>
    <message>
        <source>Supplied</source>
        <translation>Подведено</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>Запасено</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Потери</translation>
    </message>
    <message>
        <source>Passed on</source>
        <translation>Передано</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>Компонент</translation>
    </message>
    <message>
        <source>Energy that came in from outside: by sources and moving bases</source>
        <translation>Энергия, поступившая извне: от источников и подвижных оснований</translation>
    </message>
    <message>
        <source>What it keeps more than at the start: motion, height, tension</source>
        <translation>Насколько запас больше начального: движение, высота, натяжение</translation>
    </message>
    <message>
        <source>Energy turned into heat</source>
        <translation>Энергия, перешедшая в тепло</translation>
    </message>
    <message>
        <source>Residual</source>
        <translation>Невязка</translation>
    </message>
    <message>
        <source>What does not balance: received − stored − lost</source>
        <translation>Что не сходится: получено − запасено − потери</translation>
    </message>
</context>
<context>
    <name>LedgerFooter</name>
    <message>
        <source>Copy or export the table</source>
        <translation>Скопировать или экспортировать таблицу</translation>
    </message>
    <message>
        <source>supplied %1</source>
        <translation>подведено %1</translation>
    </message>
    <message>
        <source>stored %1</source>
        <translation>запасено %1</translation>
    </message>
    <message>
        <source>lost %1</source>
        <translation>потери %1</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>до %1</translation>
    </message>
    <message>
        <source>The balance closes to %1 of the energy turned over.</source>
        <translation>Баланс сходится с точностью %1 от переданной энергии.</translation>
    </message>
    <message>
        <source>The balance closes.</source>
        <translation>Баланс сходится.</translation>
    </message>
    <message>
        <source>The balance is off by %1 of the energy turned over. Try a smaller relative tolerance for the run.</source>
        <translation>Баланс расходится на %1 от переданной энергии. Попробуйте для прогона меньшую относительную погрешность.</translation>
    </message>
</context>
<context>
    <name>LedgerPanel</name>
    <message>
        <source>Energy of each component</source>
        <translation>Энергия каждого компонента</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Копировать</translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation>Экспортировать как CSV…</translation>
    </message>
    <message>
        <source>Run the circuit to see where its energy comes from, where it is kept and where it is lost.</source>
        <translation>Запустите схему, чтобы увидеть, откуда берётся её энергия, где запасается и где теряется.</translation>
    </message>
    <message>
        <source>%1 cannot be written. Choose another folder or close the program that shows it.</source>
        <translation>Не удаётся записать %1. Выберите другую папку или закройте программу, которая показывает этот файл.</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Экспорт</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>Legend</source>
        <translation>Легенда</translation>
    </message>
</context>
<context>
    <name>LineField</name>
    <message>
        <source>several</source>
        <translation>разные</translation>
    </message>
</context>
<context>
    <name>LinkPage</name>
    <message>
        <source>Junctions</source>
        <translation>Точки соединения</translation>
    </message>
    <message numerus="yes">
        <source>Node of %n ports</source>
        <translation>
            <numerusform>Узел: %n порт</numerusform>
            <numerusform>Узел: %n порта</numerusform>
            <numerusform>Узел: %n портов</numerusform>
        </translation>
    </message>
    <message>
        <source>Vector link, class P{power}: {motions}</source>
        <translation>Векторная связь, класс P{power}: {motions}</translation>
    </message>
    <message>
        <source>Its domain is not known</source>
        <translation>Что она несёт, неизвестно</translation>
    </message>
    <message>
        <source>Select {name}</source>
        <translation>Выделить {name}</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>и ещё %n</numerusform>
            <numerusform>и ещё %n</numerusform>
            <numerusform>и ещё %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Live</name>
    <message numerus="yes">
        <source>Node of %n ports</source>
        <translation>
            <numerusform>Узел: %n порт</numerusform>
            <numerusform>Узел: %n порта</numerusform>
            <numerusform>Узел: %n портов</numerusform>
        </translation>
    </message>
    <message>
        <source>apart</source>
        <translation>нет контакта</translation>
    </message>
    <message>
        <source>holds {0}</source>
        <translation>держит {0}</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>замкнут</translation>
    </message>
    <message>
        <source>open</source>
        <translation>разомкнут</translation>
    </message>
    <message>
        <source>drives forward</source>
        <translation>ведёт вперёд</translation>
    </message>
    <message>
        <source>driven back</source>
        <translation>ведётся назад</translation>
    </message>
    <message>
        <source>sticks</source>
        <translation>сцеплён</translation>
    </message>
    <message>
        <source>slips</source>
        <translation>скользит</translation>
    </message>
    <message>
        <source>slips forward</source>
        <translation>скользит вперёд</translation>
    </message>
    <message>
        <source>slips back</source>
        <translation>скользит назад</translation>
    </message>
    <message>
        <source>at the lower stop</source>
        <translation>на нижнем упоре</translation>
    </message>
    <message>
        <source>at the upper stop</source>
        <translation>на верхнем упоре</translation>
    </message>
    <message>
        <source>at the lower end</source>
        <translation>на нижней границе</translation>
    </message>
    <message>
        <source>at the upper end</source>
        <translation>на верхней границе</translation>
    </message>
    <message>
        <source>free between its ends</source>
        <translation>свободен между границами</translation>
    </message>
    <message>
        <source>taut</source>
        <translation>натянут</translation>
    </message>
    <message>
        <source>slack</source>
        <translation>провис</translation>
    </message>
    <message>
        <source>restarts</source>
        <translation>запустится заново</translation>
    </message>
    <message>
        <source>{0} into {1}</source>
        <translation>{0} в {1}</translation>
    </message>
    <message>
        <source>power into {0}</source>
        <translation>мощность в {0}</translation>
    </message>
    <message>
        <source>place</source>
        <translation>положение</translation>
    </message>
    <message>
        <source>velocity</source>
        <translation>скорость</translation>
    </message>
    <message>
        <source>turning</source>
        <translation>вращение</translation>
    </message>
    <message>
        <source>force</source>
        <translation>сила</translation>
    </message>
    <message>
        <source>moment</source>
        <translation>момент</translation>
    </message>
    <message>
        <source>power out</source>
        <translation>отдаёт мощность</translation>
    </message>
    <message>
        <source>power in</source>
        <translation>получает мощность</translation>
    </message>
    <message>
        <source>velocity of {0}</source>
        <translation>скорость: {0}</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>As opened</source>
        <translation>Как открыто</translation>
    </message>
    <message>
        <source>Components</source>
        <translation>Компоненты</translation>
    </message>
    <message>
        <source>Mechanism</source>
        <translation>Механизм</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Инспектор</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Графики</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Замечания</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>Энергия</translation>
    </message>
    <message>
        <source>Equations</source>
        <translation>Уравнения</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>Топология</translation>
    </message>
    <message>
        <source>History</source>
        <translation>История</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>Открыть недавний</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Сохранено: %1</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Пока нет</translation>
    </message>
</context>
<context>
    <name>MessageList</name>
    <message>
        <source>Remarks</source>
        <translation>Замечания</translation>
    </message>
    <message>
        <source>Line {line}: {text}</source>
        <translation>Строка {line}: {text}</translation>
    </message>
</context>
<context>
    <name>MotionDialog</name>
    <message>
        <source>Save motion</source>
        <translation>Сохранить движение</translation>
    </message>
    <message>
        <source> a second</source>
        <translation> в секунду</translation>
    </message>
    <message>
        <source>real time</source>
        <translation>реальное время</translation>
    </message>
    <message>
        <source>From</source>
        <translation>От</translation>
    </message>
    <message>
        <source>To</source>
        <translation>До</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Скорость</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Кадры</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Размер</translation>
    </message>
    <message>
        <source>The end must lie behind the beginning.</source>
        <translation>Конец должен быть позже начала.</translation>
    </message>
    <message>
        <source>{0} pictures, {1} s long.</source>
        <translation>Кадров: {0}, длительность {1} s.</translation>
    </message>
    <message>
        <source>That becomes a large file: fewer pictures a second or a shorter time make it smaller.</source>
        <translation>Файл получится большим: меньше кадров в секунду или короче отрезок — и он станет меньше.</translation>
    </message>
</context>
<context>
    <name>MotionExport</name>
    <message>
        <source>Wrote %1</source>
        <translation>Записано: %1</translation>
    </message>
    <message>
        <source>%1 cannot be written. Choose another place</source>
        <translation>Не удаётся записать %1. Выберите другое место</translation>
    </message>
    <message>
        <source>Making %1</source>
        <translation>Создаётся %1</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Остановить</translation>
    </message>
    <message>
        <source>Save motion</source>
        <translation>Сохранить движение</translation>
    </message>
    <message>
        <source>The motion could not be written</source>
        <translation>Не удалось записать движение</translation>
    </message>
</context>
<context>
    <name>MotionView</name>
    <message>
        <source>t = {0} … {1} s</source>
        <translation>t = {0} … {1} s</translation>
    </message>
    <message>
        <source>Move {0} in space</source>
        <translation>Перемещение {0} в пространстве</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>Сохранить изображение…</translation>
    </message>
    <message>
        <source>Save motion…</source>
        <translation>Сохранить движение…</translation>
    </message>
    <message>
        <source>Show trail of {0}</source>
        <translation>Показать след: {0}</translation>
    </message>
    <message>
        <source>Show force at {0}</source>
        <translation>Показать силу: {0}</translation>
    </message>
    <message>
        <source>Forces at all joints</source>
        <translation>Силы во всех шарнирах</translation>
    </message>
    <message>
        <source>Centre of mass</source>
        <translation>Центр масс</translation>
    </message>
    <message>
        <source>Trail of the centre of mass</source>
        <translation>След центра масс</translation>
    </message>
    <message>
        <source>Hide all trails</source>
        <translation>Скрыть все следы</translation>
    </message>
    <message>
        <source>Hide all chosen forces</source>
        <translation>Скрыть все выбранные силы</translation>
    </message>
    <message>
        <source>Show all (F)</source>
        <translation>Показать всё (F)</translation>
    </message>
    <message>
        <source>Motion view</source>
        <translation>Вид механизма</translation>
    </message>
    <message>
        <source>the loop at {0} is open by {1}</source>
        <translation>контур у {0} разомкнут на {1}</translation>
    </message>
    <message>
        <source>grid {0}</source>
        <translation>сетка {0}</translation>
    </message>
    <message>
        <source>in {0}: {1}</source>
        <translation>в осях {0}: {1}</translation>
    </message>
    <message>
        <source>in the world: {0}</source>
        <translation>в глобальных осях: {0}</translation>
    </message>
    <message>
        <source>{0} hangs on no base. Link it to place it</source>
        <translation>{0} не связан с основанием. Соедините его, чтобы поставить на место</translation>
    </message>
    <message>
        <source>nothing lets {0} move that way</source>
        <translation>так {0} сдвинуться не может</translation>
    </message>
    <message>
        <source>The view rests: too many components to follow every edit</source>
        <translation>Вид не обновляется: слишком много компонентов, чтобы следить за каждой правкой</translation>
    </message>
    <message>
        <source>Nothing here moves in space</source>
        <translation>Здесь ничто не движется в пространстве</translation>
    </message>
    <message>
        <source>zero pose</source>
        <translation>нулевое положение</translation>
    </message>
    <message>
        <source>t = {0} s</source>
        <translation>t = {0} s</translation>
    </message>
</context>
<context>
    <name>NoteEditor</name>
    <message>
        <source>A note on the sheet</source>
        <translation>Заметка на листе</translation>
    </message>
    <message>
        <source>Ctrl+Enter: done · Escape: leave as it was</source>
        <translation>Ctrl+Enter — готово · Escape — оставить как было</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>{0}: all coordinates</source>
        <translation>{0}: все координаты</translation>
    </message>
    <message>
        <source>{0}: all of its own</source>
        <translation>{0}: все собственные переменные</translation>
    </message>
    <message>
        <source>place r</source>
        <translation>положение r</translation>
    </message>
    <message>
        <source>velocity v</source>
        <translation>скорость v</translation>
    </message>
    <message>
        <source>angular velocity ω</source>
        <translation>угловая скорость ω</translation>
    </message>
    <message>
        <source>acceleration a</source>
        <translation>ускорение a</translation>
    </message>
    <message>
        <source>angular acceleration</source>
        <translation>угловое ускорение</translation>
    </message>
    <message>
        <source>force F</source>
        <translation>сила F</translation>
    </message>
    <message>
        <source>moment M</source>
        <translation>момент M</translation>
    </message>
</context>
<context>
    <name>PaletteMenu</name>
    <message>
        <source>Place</source>
        <translation>Поставить</translation>
    </message>
    <message>
        <source>Take out of my library…</source>
        <translation>Убрать из моей библиотеки…</translation>
    </message>
    <message>
        <source>Remove unused kinds</source>
        <translation>Удалить неиспользуемые виды</translation>
    </message>
    <message>
        <source>New component from equations…</source>
        <translation>Новый компонент из уравнений…</translation>
    </message>
    <message>
        <source>Reload library</source>
        <translation>Перечитать библиотеку</translation>
    </message>
    <message>
        <source>Open the library's folder</source>
        <translation>Открыть папку библиотеки</translation>
    </message>
    <message>
        <source>Open sheet</source>
        <translation>Открыть лист</translation>
    </message>
    <message>
        <source>Equations…</source>
        <translation>Уравнения…</translation>
    </message>
    <message>
        <source>Properties…</source>
        <translation>Свойства…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Переименовать…</translation>
    </message>
    <message>
        <source>Remove from file</source>
        <translation>Удалить из файла</translation>
    </message>
    <message>
        <source>Keep in my library</source>
        <translation>Сохранить в моей библиотеке</translation>
    </message>
    <message>
        <source>Update to the library's version</source>
        <translation>Обновить из библиотеки</translation>
    </message>
</context>
<context>
    <name>PalettePanel</name>
    <message>
        <source>Search components</source>
        <translation>Поиск компонентов</translation>
    </message>
    <message>
        <source>No component fits these words.</source>
        <translation>По этим словам компонентов не нашлось.</translation>
    </message>
    <message>
        <source>Components</source>
        <translation>Компоненты</translation>
    </message>
    <message>
        <source>Recently used</source>
        <translation>Недавние</translation>
    </message>
    <message>
        <source>update</source>
        <translation>обновить</translation>
    </message>
    <message>
        <source>open here</source>
        <translation>открыт</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>не используется</translation>
    </message>
</context>
<context>
    <name>ParameterForm</name>
    <message>
        <source>More</source>
        <translation>Ещё</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Параметры</translation>
    </message>
    <message>
        <source>Make it a parameter of {kind}</source>
        <translation>Сделать параметром {kind}</translation>
    </message>
    <message numerus="yes">
        <source>%n components</source>
        <translation>
            <numerusform>%n компонент</numerusform>
            <numerusform>%n компонента</numerusform>
            <numerusform>%n компонентов</numerusform>
        </translation>
    </message>
    <message>
        <source>Set {parameter} of {name}</source>
        <translation>Значение {parameter}: {name}</translation>
    </message>
    <message>
        <source>Make {parameter} of {name} a parameter</source>
        <translation>{parameter} компонента {name} становится параметром</translation>
    </message>
    <message>
        <source>Add point {point}</source>
        <translation>Добавление точки {point}</translation>
    </message>
    <message>
        <source>Rename point {old} to {new}</source>
        <translation>Переименование точки {old} в {new}</translation>
    </message>
    <message>
        <source>Delete point {point}</source>
        <translation>Удаление точки {point}</translation>
    </message>
</context>
<context>
    <name>ParametersForm</name>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>По умолчанию</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Единица</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Справка</translation>
    </message>
    <message>
        <source>&amp;Add parameter</source>
        <translation>&amp;Добавить параметр</translation>
    </message>
    <message>
        <source>It has no parameters. Add one and use its name in the values on the sheet, or choose «Make it a parameter» there.</source>
        <translation>Параметров нет. Добавьте параметр и называйте его в значениях на листе или выберите там «Сделать параметром».</translation>
    </message>
    <message>
        <source>Each component of this kind can set it</source>
        <translation>Его можно задать у каждого компонента этого вида</translation>
    </message>
    <message>
        <source>Parameters of {name}</source>
        <translation>Параметры {name}</translation>
    </message>
    <message>
        <source>Parameter {name}</source>
        <translation>Параметр {name}</translation>
    </message>
    <message>
        <source>Add parameter</source>
        <translation>Добавить параметр</translation>
    </message>
</context>
<context>
    <name>PlotExport</name>
    <message>
        <source>plots</source>
        <translation>графики</translation>
    </message>
    <message>
        <source>The plots were not saved</source>
        <translation>Графики не сохранены</translation>
    </message>
    <message>
        <source>time, s</source>
        <translation>время, s</translation>
    </message>
    <message>
        <source>There is no run to save yet. Press Run (F5) first.</source>
        <translation>Сохранять пока нечего. Сначала нажмите «Запустить» (F5).</translation>
    </message>
</context>
<context>
    <name>PlotLayout</name>
    <message>
        <source>Add curve</source>
        <translation>Добавление кривой</translation>
    </message>
    <message>
        <source>Add plot</source>
        <translation>Добавление графика</translation>
    </message>
    <message>
        <source>Remove curve</source>
        <translation>Удаление кривой</translation>
    </message>
    <message>
        <source>Move curve</source>
        <translation>Перенос кривой</translation>
    </message>
    <message>
        <source>Remove plot</source>
        <translation>Удаление графика</translation>
    </message>
    <message>
        <source>Move plot</source>
        <translation>Перенос графика</translation>
    </message>
    <message>
        <source>Name plot</source>
        <translation>Название графика</translation>
    </message>
    <message>
        <source>Equal scales</source>
        <translation>Равные масштабы</translation>
    </message>
    <message>
        <source>Plot all coordinates</source>
        <translation>Графики всех координат</translation>
    </message>
    <message>
        <source>Plot the joint coordinates</source>
        <translation>Графики координат шарниров</translation>
    </message>
</context>
<context>
    <name>PlotMenus</name>
    <message>
        <source>Curves of the plot</source>
        <translation>Кривые графика</translation>
    </message>
    <message>
        <source>Curves of a new plot</source>
        <translation>Кривые нового графика</translation>
    </message>
    <message>
        <source>{0} across. What is up?</source>
        <translation>По горизонтали {0}. Что по вертикали?</translation>
    </message>
    <message>
        <source>X–Y plot: what is across?</source>
        <translation>График X–Y: что по горизонтали?</translation>
    </message>
    <message>
        <source>Curves over time…</source>
        <translation>Кривые во времени…</translation>
    </message>
    <message>
        <source>X–Y plot…</source>
        <translation>График X–Y…</translation>
    </message>
    <message>
        <source>Phase plot</source>
        <translation>Фазовый портрет</translation>
    </message>
    <message>
        <source>Spectrum</source>
        <translation>Спектр</translation>
    </message>
    <message>
        <source>Show the joint coordinates instead</source>
        <translation>Показать вместо этого координаты шарниров</translation>
    </message>
    <message>
        <source>Add curves…</source>
        <translation>Добавить кривые…</translation>
    </message>
    <message>
        <source>Title…</source>
        <translation>Название…</translation>
    </message>
    <message>
        <source>Equal scales</source>
        <translation>Равные масштабы</translation>
    </message>
    <message>
        <source>Spectrum of these curves</source>
        <translation>Спектр этих кривых</translation>
    </message>
    <message>
        <source>X–Y plot over</source>
        <translation>График X–Y в зависимости от</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Показать всё</translation>
    </message>
    <message>
        <source>Remove the second cursor</source>
        <translation>Убрать второй курсор</translation>
    </message>
    <message>
        <source>Save this plot</source>
        <translation>Сохранить этот график</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Выше</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Ниже</translation>
    </message>
    <message>
        <source>Remove plot</source>
        <translation>Удалить график</translation>
    </message>
    <message>
        <source>Picture (PNG)…</source>
        <translation>Изображение (PNG)…</translation>
    </message>
    <message>
        <source>Picture (SVG)…</source>
        <translation>Изображение (SVG)…</translation>
    </message>
    <message>
        <source>Table (CSV)…</source>
        <translation>Таблица (CSV)…</translation>
    </message>
    <message>
        <source>Title of the plot</source>
        <translation>Название графика</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Название</translation>
    </message>
</context>
<context>
    <name>PlotNotices</name>
    <message>
        <source>before your last change</source>
        <translation>до последней правки</translation>
    </message>
</context>
<context>
    <name>PlotPanel</name>
    <message>
        <source>This circuit has no joint coordinates to plot. &lt;a href="add"&gt;Choose variables&lt;/a&gt;</source>
        <translation>В этой схеме нет координат шарниров. &lt;a href="add"&gt;Выберите переменные&lt;/a&gt;</translation>
    </message>
    <message>
        <source>No plots. &lt;a href="add"&gt;Choose variables&lt;/a&gt; or &lt;a href="auto"&gt;show the joint coordinates&lt;/a&gt;</source>
        <translation>Графиков нет. &lt;a href="add"&gt;Выберите переменные&lt;/a&gt; или &lt;a href="auto"&gt;покажите координаты шарниров&lt;/a&gt;</translation>
    </message>
    <message>
        <source>Press Run (F5) to see %1</source>
        <translation>Нажмите «Запустить» (F5), чтобы увидеть %1</translation>
    </message>
    <message>
        <source>Press Run (F5) to see the joint coordinates</source>
        <translation>Нажмите «Запустить» (F5), чтобы увидеть координаты шарниров</translation>
    </message>
    <message>
        <source>The view is paused at {0}</source>
        <translation>Показ приостановлен в {0}</translation>
    </message>
</context>
<context>
    <name>PlotTools</name>
    <message>
        <source>Add a plot</source>
        <translation>Добавить график</translation>
    </message>
    <message>
        <source>Show everything (double-click in a plot)</source>
        <translation>Показать всё (двойной щелчок на графике)</translation>
    </message>
    <message>
        <source>Pause the view while the run goes on</source>
        <translation>Приостановить показ; прогон продолжается</translation>
    </message>
    <message>
        <source>Second cursor, for differences (Shift+click in a plot)</source>
        <translation>Второй курсор, для разностей (Shift+щелчок на графике)</translation>
    </message>
    <message>
        <source>Earlier runs and tables under the curves</source>
        <translation>Прежние прогоны и таблицы под кривыми</translation>
    </message>
    <message>
        <source>Save the plots as picture or table</source>
        <translation>Сохранить графики как изображение или таблицу</translation>
    </message>
</context>
<context>
    <name>PlotView</name>
    <message>
        <source>Drag to move the axis, wheel to zoom it, double-click to fit it</source>
        <translation>Перетаскивание сдвигает ось, колесо меняет масштаб, двойной щелчок подгоняет его</translation>
    </message>
</context>
<context>
    <name>PlotWidget</name>
    <message>
        <source>Add a curve to this plot</source>
        <translation>Добавить кривую на этот график</translation>
    </message>
    <message>
        <source>More about this plot</source>
        <translation>Ещё об этом графике</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>График</translation>
    </message>
    <message>
        <source>Click: hide or show. Double-click: this curve alone. Drag: to another plot</source>
        <translation>Щелчок — скрыть или показать. Двойной щелчок — только эта кривая. Перетащить — на другой график</translation>
    </message>
    <message numerus="yes">
        <source>%n more …</source>
        <translation>
            <numerusform>ещё %n …</numerusform>
            <numerusform>ещё %n …</numerusform>
            <numerusform>ещё %n …</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Plots</name>
    <message>
        <source>frequency</source>
        <translation>частота</translation>
    </message>
    <message>
        <source>amplitude</source>
        <translation>амплитуда</translation>
    </message>
    <message>
        <source>time</source>
        <translation>время</translation>
    </message>
    <message>
        <source>angle</source>
        <translation>угол</translation>
    </message>
    <message>
        <source>angular velocity</source>
        <translation>угловая скорость</translation>
    </message>
    <message>
        <source>angular acceleration</source>
        <translation>угловое ускорение</translation>
    </message>
    <message>
        <source>length</source>
        <translation>длина</translation>
    </message>
    <message>
        <source>velocity</source>
        <translation>скорость</translation>
    </message>
    <message>
        <source>acceleration</source>
        <translation>ускорение</translation>
    </message>
    <message>
        <source>force</source>
        <translation>сила</translation>
    </message>
    <message>
        <source>torque</source>
        <translation>момент</translation>
    </message>
    <message>
        <source>energy</source>
        <translation>энергия</translation>
    </message>
    <message>
        <source>power</source>
        <translation>мощность</translation>
    </message>
    <message>
        <source>pressure</source>
        <translation>давление</translation>
    </message>
    <message>
        <source>voltage</source>
        <translation>напряжение</translation>
    </message>
    <message>
        <source>current</source>
        <translation>ток</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>температура</translation>
    </message>
    <message>
        <source>value</source>
        <translation>значение</translation>
    </message>
    <message>
        <source>turn</source>
        <translation>поворот</translation>
    </message>
</context>
<context>
    <name>PointsField</name>
    <message>
        <source>Name of the point and of its port</source>
        <translation>Имя точки и её порта</translation>
    </message>
    <message>
        <source>Orientation, delete</source>
        <translation>Ориентация, удаление</translation>
    </message>
    <message>
        <source>point</source>
        <translation>точка</translation>
    </message>
    <message>
        <source>Turns about the fixed x, then y, then z axes of the body, in degrees</source>
        <translation>Повороты вокруг неподвижных осей тела x, затем y, затем z, в градусах</translation>
    </message>
    <message>
        <source>Give it an orientation</source>
        <translation>Задать ориентацию</translation>
    </message>
    <message>
        <source>Delete point {name}</source>
        <translation>Удалить точку {name}</translation>
    </message>
    <message>
        <source>Add point</source>
        <translation>Добавить точку</translation>
    </message>
    <message>
        <source>The body has a point {name} of its own. Choose another name</source>
        <translation>У тела уже есть своя точка {name}. Выберите другое имя</translation>
    </message>
    <message>
        <source>«{name}» cannot be the name of a point. Point 1 is the origin; use 2, 3, … or a word</source>
        <translation>«{name}» не может быть именем точки. Точка 1 — начало; возьмите 2, 3, … или слово</translation>
    </message>
    <message>
        <source>There is a point «{name}» already. Choose another name</source>
        <translation>Точка «{name}» уже есть. Выберите другое имя</translation>
    </message>
</context>
<context>
    <name>PolynomialForm</name>
    <message>
        <source>Add a coefficient</source>
        <translation>Добавить коэффициент</translation>
    </message>
    <message>
        <source>Remove the last coefficient</source>
        <translation>Убрать последний коэффициент</translation>
    </message>
</context>
<context>
    <name>PortsForm</name>
    <message>
        <source>Name</source>
        <translation>Имя</translation>
    </message>
    <message>
        <source>Carries</source>
        <translation>Что несёт</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Сторона</translation>
    </message>
    <message>
        <source>&amp;Add port</source>
        <translation>&amp;Добавить порт</translation>
    </message>
    <message>
        <source>It has no ports. Add one, or place one on its sheet.</source>
        <translation>Портов нет. Добавьте порт или поставьте его на лист.</translation>
    </message>
    <message>
        <source>left</source>
        <translation>слева</translation>
    </message>
    <message>
        <source>right</source>
        <translation>справа</translation>
    </message>
    <message>
        <source>top</source>
        <translation>сверху</translation>
    </message>
    <message>
        <source>bottom</source>
        <translation>снизу</translation>
    </message>
    <message>
        <source>Name of port {port}</source>
        <translation>Имя порта {port}</translation>
    </message>
    <message>
        <source>Side of port {port}</source>
        <translation>Сторона порта {port}</translation>
    </message>
    <message>
        <source>Further up, or left (Alt+Up)</source>
        <translation>Выше или левее (Alt+Вверх)</translation>
    </message>
    <message>
        <source>Further down, or right (Alt+Down)</source>
        <translation>Ниже или правее (Alt+Вниз)</translation>
    </message>
    <message>
        <source>Remove this port (Alt+Delete)</source>
        <translation>Удалить этот порт (Alt+Delete)</translation>
    </message>
    <message>
        <source>Rename port {old} to {new}</source>
        <translation>Переименование порта {old} в {new}</translation>
    </message>
    <message>
        <source>Move port {port}</source>
        <translation>Перенос порта {port}</translation>
    </message>
    <message>
        <source>Add port</source>
        <translation>Добавить порт</translation>
    </message>
    <message>
        <source>The wires that end there go with it: {ends}.</source>
        <translation>Вместе с ним исчезнут связи, которые в нём кончаются: {ends}.</translation>
    </message>
    <message>
        <source>Remove port {port} of {name}</source>
        <translation>Удаление порта {port} у {name}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Удалить</translation>
    </message>
    <message>
        <source>Remove port {port}</source>
        <translation>Удаление порта {port}</translation>
    </message>
</context>
<context>
    <name>ProblemsPanel</name>
    <message>
        <source>1 error</source>
        <translation>1 ошибка</translation>
    </message>
    <message numerus="yes">
        <source>%n errors</source>
        <translation>
            <numerusform>%n ошибка</numerusform>
            <numerusform>%n ошибки</numerusform>
            <numerusform>%n ошибок</numerusform>
        </translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 предупреждение</translation>
    </message>
    <message numerus="yes">
        <source>%n warnings</source>
        <translation>
            <numerusform>%n предупреждение</numerusform>
            <numerusform>%n предупреждения</numerusform>
            <numerusform>%n предупреждений</numerusform>
        </translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 примечание</translation>
    </message>
    <message numerus="yes">
        <source>%n notes</source>
        <translation>
            <numerusform>%n примечание</numerusform>
            <numerusform>%n примечания</numerusform>
            <numerusform>%n примечаний</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the first %n shown</source>
        <translation>
            <numerusform>показано первое %n</numerusform>
            <numerusform>показаны первые %n</numerusform>
            <numerusform>показаны первые %n</numerusform>
        </translation>
    </message>
    <message>
        <source>1 body</source>
        <translation>1 тело</translation>
    </message>
    <message numerus="yes">
        <source>%n bodies</source>
        <translation>
            <numerusform>%n тело</numerusform>
            <numerusform>%n тела</numerusform>
            <numerusform>%n тел</numerusform>
        </translation>
    </message>
    <message>
        <source>no body</source>
        <translation>тел нет</translation>
    </message>
    <message>
        <source>No problems so far: {what}. Looking closer…</source>
        <translation>Пока замечаний нет: {what}. Проверяется подробнее…</translation>
    </message>
    <message>
        <source>1 freedom</source>
        <translation>1 степень свободы</translation>
    </message>
    <message numerus="yes">
        <source>%n freedoms</source>
        <translation>
            <numerusform>%n степень свободы</numerusform>
            <numerusform>%n степени свободы</numerusform>
            <numerusform>%n степеней свободы</numerusform>
        </translation>
    </message>
    <message>
        <source>no freedom</source>
        <translation>степеней свободы нет</translation>
    </message>
    <message>
        <source>Ready to run: {what}</source>
        <translation>Можно запускать: {what}</translation>
    </message>
    <message>
        <source>1 component</source>
        <translation>1 компонент</translation>
    </message>
    <message numerus="yes">
        <source>%n components</source>
        <translation>
            <numerusform>%n компонент</numerusform>
            <numerusform>%n компонента</numerusform>
            <numerusform>%n компонентов</numerusform>
        </translation>
    </message>
    <message>
        <source>1 state</source>
        <translation>1 состояние</translation>
    </message>
    <message numerus="yes">
        <source>%n states</source>
        <translation>
            <numerusform>%n состояние</numerusform>
            <numerusform>%n состояния</numerusform>
            <numerusform>%n состояний</numerusform>
        </translation>
    </message>
    <message>
        <source>no state</source>
        <translation>состояний нет</translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>Something went wrong inside Mars: %1. Your work is kept.</source>
        <translation>Внутренняя ошибка Mars: %1. Ваша работа сохранена.</translation>
    </message>
</context>
<context>
    <name>PropertiesDialog</name>
    <message>
        <source>Components get these letters and a number as their name</source>
        <translation>Имена компонентов составляются из этих букв и номера</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Имя</translation>
    </message>
    <message>
        <source>&amp;Letters</source>
        <translation>&amp;Буквы</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Справка</translation>
    </message>
    <message>
        <source>&amp;Parameters</source>
        <translation>&amp;Параметры</translation>
    </message>
    <message>
        <source>P&amp;orts</source>
        <translation>П&amp;орты</translation>
    </message>
    <message>
        <source>&amp;Symbol</source>
        <translation>Ус&amp;ловный знак</translation>
    </message>
    <message>
        <source>Op&amp;en sheet</source>
        <translation>О&amp;ткрыть лист</translation>
    </message>
    <message>
        <source>&amp;Equations…</source>
        <translation>&amp;Уравнения…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Закрыть</translation>
    </message>
    <message>
        <source>Properties of {name}</source>
        <translation>Свойства {name}</translation>
    </message>
    <message>
        <source>Used by {names}</source>
        <translation>Используют: {names}</translation>
    </message>
    <message>
        <source>Not used yet</source>
        <translation>Пока не используется</translation>
    </message>
    <message>
        <source>Rename {old} to {new}</source>
        <translation>Переименование {old} в {new}</translation>
    </message>
</context>
<context>
    <name>Remedies</name>
    <message>
        <source>Add a base</source>
        <translation>Добавить основание</translation>
    </message>
    <message>
        <source>Add {motions} to the class</source>
        <translation>Добавить {motions} в класс</translation>
    </message>
    <message>
        <source>Make it spatial</source>
        <translation>Сделать пространственной</translation>
    </message>
    <message>
        <source>Take the usual gravity</source>
        <translation>Взять обычную силу тяжести</translation>
    </message>
    <message>
        <source>No gravity along {axis}</source>
        <translation>Убрать силу тяжести вдоль {axis}</translation>
    </message>
    <message>
        <source>Take the usual {setting}</source>
        <translation>Взять обычное значение {setting}</translation>
    </message>
    <message>
        <source>Move {used} above {user}</source>
        <translation>Поставить {used} выше {user}</translation>
    </message>
    <message>
        <source>Replace by {kind}</source>
        <translation>Заменить на {kind}</translation>
    </message>
    <message>
        <source>Rename to {name}</source>
        <translation>Переименовать в {name}</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>Убрать {name}</translation>
    </message>
    <message>
        <source>Take the default value</source>
        <translation>Взять значение по умолчанию</translation>
    </message>
    <message>
        <source>Exchange the two ends</source>
        <translation>Поменять концы местами</translation>
    </message>
    <message>
        <source>Disable {name}</source>
        <translation>Отключить {name}</translation>
    </message>
    <message>
        <source>Make it a {kind}</source>
        <translation>Сменить вид на «{kind}»</translation>
    </message>
    <message>
        <source>Update to the library's version</source>
        <translation>Обновить из библиотеки</translation>
    </message>
    <message>
        <source>Put a {kind} at {port}</source>
        <translation>Поставить «{kind}» к {port}</translation>
    </message>
    <message>
        <source>Add a base and a free joint</source>
        <translation>Добавить основание и свободный шарнир</translation>
    </message>
    <message>
        <source>Insert rotation</source>
        <translation>Вставить вращательный шарнир</translation>
    </message>
    <message>
        <source>Insert translation</source>
        <translation>Вставить поступательный шарнир</translation>
    </message>
    <message>
        <source>Yes, welded</source>
        <translation>Да, скреплены жёстко</translation>
    </message>
    <message>
        <source>Link {port} instead</source>
        <translation>Соединить вместо этого {port}</translation>
    </message>
    <message>
        <source>Add a {kind} at {port}</source>
        <translation>Добавить «{kind}» к {port}</translation>
    </message>
    <message>
        <source>Let {name} have {number}</source>
        <translation>Задать {name} число {number}</translation>
    </message>
    <message>
        <source>Link it to {port}</source>
        <translation>Соединить с {port}</translation>
    </message>
    <message>
        <source>Delete the link {a} – {b}</source>
        <translation>Удалить связь {a} – {b}</translation>
    </message>
    <message>
        <source>Run in dynamic mode</source>
        <translation>Запустить в динамическом режиме</translation>
    </message>
    <message>
        <source>Remove this start value</source>
        <translation>Убрать это начальное значение</translation>
    </message>
    <message>
        <source>Mark {name} as a guess</source>
        <translation>Задать {name} приближённо</translation>
    </message>
    <message>
        <source>Mark all as guesses</source>
        <translation>Задать все приближённо</translation>
    </message>
</context>
<context>
    <name>Row</name>
    <message>
        <source>Show a slider</source>
        <translation>Показать ползунок</translation>
    </message>
    <message>
        <source>A change rebuilds the model; a run goes on from where it is</source>
        <translation>Изменение перестраивает модель; прогон продолжается с того же места</translation>
    </message>
    <message>
        <source>Hide the slider</source>
        <translation>Скрыть ползунок</translation>
    </message>
    <message>
        <source>Back to the default</source>
        <translation>Вернуть значение по умолчанию</translation>
    </message>
</context>
<context>
    <name>RunControl</name>
    <message>
        <source>There is no place to keep the run: %1. Make room there.</source>
        <translation>Негде хранить прогон: %1. Освободите там место.</translation>
    </message>
    <message>
        <source>What was computed is kept.</source>
        <translation>Рассчитанное сохранено.</translation>
    </message>
</context>
<context>
    <name>RunData</name>
    <message>
        <source>Show trail of {0}</source>
        <translation>Показать след: {0}</translation>
    </message>
    <message>
        <source>Hide trail of {0}</source>
        <translation>Скрыть след: {0}</translation>
    </message>
    <message>
        <source>Show force at {0}</source>
        <translation>Показать силу: {0}</translation>
    </message>
    <message>
        <source>Hide force at {0}</source>
        <translation>Скрыть силу: {0}</translation>
    </message>
    <message>
        <source>the centre of mass</source>
        <translation>центр масс</translation>
    </message>
    <message>
        <source>Hide all trails</source>
        <translation>Скрыть все следы</translation>
    </message>
    <message>
        <source>Hide all forces</source>
        <translation>Скрыть все силы</translation>
    </message>
    <message>
        <source>Show centre of mass</source>
        <translation>Показать центр масс</translation>
    </message>
    <message>
        <source>Hide centre of mass</source>
        <translation>Скрыть центр масс</translation>
    </message>
</context>
<context>
    <name>RunDisplay</name>
    <message>
        <source>Preparing the solver. Only the first time after installing this takes up to a minute</source>
        <translation>Подготовка решателя. Только в первый раз после установки это занимает до минуты</translation>
    </message>
    <message>
        <source>Preparing the run</source>
        <translation>Подготовка прогона</translation>
    </message>
    <message>
        <source>The run goes on as it was before this change: %1</source>
        <translation>Прогон продолжается без этого изменения: %1</translation>
    </message>
    <message>
        <source>Rebuilt; the run goes on from t = %1 s.</source>
        <translation>Модель перестроена; прогон продолжается с t = %1 s.</translation>
    </message>
</context>
<context>
    <name>RunFiles</name>
    <message>
        <source>Run of Mars</source>
        <translation>Прогон Mars</translation>
    </message>
    <message>
        <source>Snapshot of Mars</source>
        <translation>Снимок состояния Mars</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>Открывается %1</translation>
    </message>
    <message>
        <source>The run could not be saved</source>
        <translation>Не удалось сохранить прогон</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Сохранено: %1</translation>
    </message>
    <message>
        <source>This run cannot be opened</source>
        <translation>Этот прогон не открывается</translation>
    </message>
</context>
<context>
    <name>RunListPopup</name>
    <message>
        <source>Under the curves</source>
        <translation>Под кривыми</translation>
    </message>
    <message>
        <source>Earlier runs appear here when you run again</source>
        <translation>Прежние прогоны появятся здесь после нового запуска</translation>
    </message>
    <message>
        <source>Table from a file (CSV)…</source>
        <translation>Таблица из файла (CSV)…</translation>
    </message>
    <message>
        <source>Show {0}</source>
        <translation>Показать {0}</translation>
    </message>
    <message>
        <source>The run that is shown</source>
        <translation>Прогон, который показан</translation>
    </message>
    <message>
        <source>Show it under the curves</source>
        <translation>Показать под кривыми</translation>
    </message>
    <message>
        <source>Name of the run</source>
        <translation>Имя прогона</translation>
    </message>
    <message>
        <source>Forget this run</source>
        <translation>Забыть этот прогон</translation>
    </message>
    <message>
        <source>Forget {0}</source>
        <translation>Забыть {0}</translation>
    </message>
</context>
<context>
    <name>Runs</name>
    <message>
        <source>Run %1</source>
        <translation>Прогон %1</translation>
    </message>
</context>
<context>
    <name>SheetBar</name>
    <message>
        <source>Sheets</source>
        <translation>Листы</translation>
    </message>
    <message>
        <source>Up to the sheet around (Ctrl+Up)</source>
        <translation>На лист выше (Ctrl+Вверх)</translation>
    </message>
    <message>
        <source>Up to the sheet around</source>
        <translation>На лист выше</translation>
    </message>
    <message>
        <source>Way to this sheet</source>
        <translation>Путь к этому листу</translation>
    </message>
    <message>
        <source>Close (Ctrl+W)</source>
        <translation>Закрыть (Ctrl+W)</translation>
    </message>
    <message>
        <source>Close this sheet</source>
        <translation>Закрыть этот лист</translation>
    </message>
</context>
<context>
    <name>SheetNote</name>
    <message numerus="yes">
        <source>What you change here changes in all %n instances of {kind}.</source>
        <translation>
            <numerusform>Изменения здесь меняют %n экземпляр вида {kind}.</numerusform>
            <numerusform>Изменения здесь меняют все %n экземпляра вида {kind}.</numerusform>
            <numerusform>Изменения здесь меняют все %n экземпляров вида {kind}.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SheetView</name>
    <message>
        <source>Drawing</source>
        <translation>Чертёж</translation>
    </message>
</context>
<context>
    <name>Slider</name>
    <message>
        <source>{low} to {high} {unit}; right-click for another range</source>
        <translation>от {low} до {high} {unit}; другой диапазон — правой кнопкой</translation>
    </message>
    <message>
        <source>Set range…</source>
        <translation>Задать диапазон…</translation>
    </message>
    <message>
        <source>Range by itself</source>
        <translation>Диапазон по умолчанию</translation>
    </message>
    <message>
        <source>Lowest value of the slider</source>
        <translation>Наименьшее значение ползунка</translation>
    </message>
    <message>
        <source>Highest value of the slider</source>
        <translation>Наибольшее значение ползунка</translation>
    </message>
    <message>
        <source>to</source>
        <translation>до</translation>
    </message>
    <message>
        <source>A formula decides this value, so it has no slider. Type a number to have one</source>
        <translation>Это значение задаёт формула, поэтому ползунка нет. Введите число, чтобы он появился</translation>
    </message>
</context>
<context>
    <name>SolverForm</name>
    <message>
        <source>Until</source>
        <translation>До</translation>
    </message>
    <message>
        <source>end of the run</source>
        <translation>конец прогона</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Метод</translation>
    </message>
    <message>
        <source>Accuracy and output</source>
        <translation>Точность и вывод</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Режим</translation>
    </message>
    <message>
        <source>kinematic: all motions are given</source>
        <translation>кинематический: все движения заданы</translation>
    </message>
    <message>
        <source>Output step</source>
        <translation>Шаг вывода</translation>
    </message>
    <message>
        <source>between output times</source>
        <translation>между моментами вывода</translation>
    </message>
    <message>
        <source>Largest step</source>
        <translation>Наибольший шаг</translation>
    </message>
    <message>
        <source>of the solver</source>
        <translation>решателя</translation>
    </message>
    <message>
        <source>Relative tol.</source>
        <translation>Отн. точность</translation>
    </message>
    <message>
        <source>relative error allowed in a step</source>
        <translation>допустимая относительная погрешность шага</translation>
    </message>
    <message>
        <source>Absolute tol.</source>
        <translation>Абс. точность</translation>
    </message>
    <message>
        <source>absolute error allowed in a step</source>
        <translation>допустимая абсолютная погрешность шага</translation>
    </message>
    <message>
        <source>Dynamic</source>
        <translation>Динамический</translation>
    </message>
    <message>
        <source>Kinematic</source>
        <translation>Кинематический</translation>
    </message>
    <message>
        <source>any</source>
        <translation>любой</translation>
    </message>
    <message>
        <source>Run: {setting}</source>
        <translation>Прогон: {setting}</translation>
    </message>
    <message>
        <source>auto: rk8, and radau where the circuit turns out stiff</source>
        <translation>auto: rk8, а если схема окажется жёсткой — radau</translation>
    </message>
    <message>
        <source>rk8, rk5: explicit Runge–Kutta</source>
        <translation>rk8, rk5: явные методы Рунге–Кутты</translation>
    </message>
    <message>
        <source>radau: for stiff circuits</source>
        <translation>radau: для жёстких схем</translation>
    </message>
    <message>
        <source>newmark: structural dynamics, fixed or varying step</source>
        <translation>newmark: динамика конструкций, шаг постоянный или переменный</translation>
    </message>
</context>
<context>
    <name>StartForm</name>
    <message>
        <source>Start</source>
        <translation>Начало</translation>
    </message>
    <message>
        <source>Start speeds</source>
        <translation>Начальные скорости</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>On the sheet</source>
        <translation>На листе</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Недавние файлы</translation>
    </message>
    <message>
        <source>Unsaved work of an earlier time</source>
        <translation>Несохранённая работа с прошлого раза</translation>
    </message>
    <message>
        <source>back to the drawing</source>
        <translation>вернуться к чертежу</translation>
    </message>
    <message>
        <source>New planar mechanism</source>
        <translation>Плоский механизм</translation>
    </message>
    <message>
        <source>moves in X–Y, gravity down the sheet</source>
        <translation>движение в X–Y, сила тяжести вниз</translation>
    </message>
    <message>
        <source>New spatial mechanism</source>
        <translation>Пространственный механизм</translation>
    </message>
    <message>
        <source>all six motions, gravity along −z</source>
        <translation>шесть движений, сила тяжести по −z</translation>
    </message>
    <message>
        <source>New electrical circuit</source>
        <translation>Электрическая цепь</translation>
    </message>
    <message>
        <source>a capacitor being charged, ready to run</source>
        <translation>заряд конденсатора</translation>
    </message>
    <message>
        <source>New hydraulic circuit</source>
        <translation>Гидравлическая схема</translation>
    </message>
    <message>
        <source>a pump and its relief valve, ready to run</source>
        <translation>насос с предохранительным клапаном</translation>
    </message>
    <message>
        <source>New thermal circuit</source>
        <translation>Тепловая схема</translation>
    </message>
    <message>
        <source>a body being heated, ready to run</source>
        <translation>нагрев тела</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Открыть…</translation>
    </message>
    <message>
        <source>a .mars file, or drop one on the window</source>
        <translation>файл .mars или перетащить его</translation>
    </message>
    <message>
        <source>Draw a mechanism, its drives and their control as a circuit, see it, run it.</source>
        <translation>Начертите механизм, его приводы и управление как схему, посмотрите на неё и запустите расчёт.</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Примеры</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Без названия</translation>
    </message>
    <message>
        <source>{name}, last changed {when}</source>
        <translation>{name}, изменено {when}</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>Восстановить</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Удалить</translation>
    </message>
</context>
<context>
    <name>Starts</name>
    <message>
        <source>Fixed</source>
        <translation>Точно</translation>
    </message>
    <message>
        <source>Guess</source>
        <translation>Приближённо</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Свободно</translation>
    </message>
    <message>
        <source>kept as given</source>
        <translation>остаётся как задано</translation>
    </message>
    <message>
        <source>may be moved to close a loop</source>
        <translation>может сместиться, чтобы замкнуть контур</translation>
    </message>
    <message>
        <source>found by the assembly</source>
        <translation>находится при сборке</translation>
    </message>
    <message>
        <source>Leave it to the circuit</source>
        <translation>Предоставить схеме</translation>
    </message>
    <message>
        <source>assembled {value}</source>
        <translation>после сборки {value}</translation>
    </message>
    <message>
        <source>Start of {name}</source>
        <translation>Начало: {name}</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Скорость</translation>
    </message>
    <message>
        <source>Speed of {port}</source>
        <translation>Скорость {port}</translation>
    </message>
</context>
<context>
    <name>SubcircuitDialog</name>
    <message>
        <source>Make subcircuit</source>
        <translation>Собрать подсхему</translation>
    </message>
    <message>
        <source>Components get these letters and a number as their name</source>
        <translation>Имена компонентов составляются из этих букв и номера</translation>
    </message>
    <message>
        <source>&amp;Keep it in my library too</source>
        <translation>&amp;Сохранить и в моей библиотеке</translation>
    </message>
    <message>
        <source>Then it is offered in every circuit. This file has it anyway</source>
        <translation>Тогда она предлагается в каждой схеме. В этом файле она есть в любом случае</translation>
    </message>
    <message>
        <source>&amp;Make</source>
        <translation>С&amp;обрать</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Имя</translation>
    </message>
    <message>
        <source>&amp;Letters</source>
        <translation>&amp;Буквы</translation>
    </message>
    <message numerus="yes">
        <source>%n components go onto a sheet of their own.</source>
        <translation>
            <numerusform>%n компонент переходит на отдельный лист.</numerusform>
            <numerusform>%n компонента переходят на отдельный лист.</numerusform>
            <numerusform>%n компонентов переходят на отдельный лист.</numerusform>
        </translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Порты</translation>
    </message>
    <message>
        <source>No links are cut: it has no ports</source>
        <translation>Связи не разрезаны: портов нет</translation>
    </message>
    <message>
        <source>Name of port {port}</source>
        <translation>Имя порта {port}</translation>
    </message>
</context>
<context>
    <name>SymbolPreview</name>
    <message>
        <source>Symbol</source>
        <translation>Условный знак</translation>
    </message>
    <message>
        <source>No symbol yet</source>
        <translation>Знака пока нет</translation>
    </message>
</context>
<context>
    <name>TableField</name>
    <message>
        <source>{label}: pair {number} is half empty. Type both numbers</source>
        <translation>{label}: пара {number} заполнена наполовину. Введите оба числа</translation>
    </message>
</context>
<context>
    <name>TableForm</name>
    <message>
        <source>t, s</source>
        <translation>t, s</translation>
    </message>
    <message>
        <source>value</source>
        <translation>значение</translation>
    </message>
</context>
<context>
    <name>Templates</name>
    <message>
        <source>Spring with damper</source>
        <translation>Пружина с демпфером</translation>
    </message>
    <message>
        <source>Electrical two-pole</source>
        <translation>Электрический двухполюсник</translation>
    </message>
    <message>
        <source>Block of signals</source>
        <translation>Сигнальный блок</translation>
    </message>
    <message>
        <source>Source on a shaft</source>
        <translation>Источник на валу</translation>
    </message>
    <message>
        <source>Force on a body</source>
        <translation>Сила на теле</translation>
    </message>
    <message>
        <source>Torsional spring and damper: resists twist and twisting.</source>
        <translation>Пружина кручения с демпфером: сопротивляется закрутке и её скорости.</translation>
    </message>
    <message>
        <source>torque per radian of twist</source>
        <translation>момент на радиан закрутки</translation>
    </message>
    <message>
        <source>torque per rad/s</source>
        <translation>момент на rad/s</translation>
    </message>
    <message>
        <source>twist of the spring</source>
        <translation>закрутка пружины</translation>
    </message>
    <message>
        <source>Coil: an inductance with the resistance of its wire.</source>
        <translation>Катушка: индуктивность с сопротивлением провода.</translation>
    </message>
    <message>
        <source>flux linkage per ampere</source>
        <translation>потокосцепление на ампер</translation>
    </message>
    <message>
        <source>of the wire</source>
        <translation>сопротивление провода</translation>
    </message>
    <message>
        <source>from p to n</source>
        <translation>от p к n</translation>
    </message>
    <message>
        <source>PI controller.</source>
        <translation>ПИ-регулятор.</translation>
    </message>
    <message>
        <source>of the input</source>
        <translation>коэффициент усиления входа</translation>
    </message>
    <message>
        <source>in which the integral reaches the input</source>
        <translation>время, за которое интеграл достигает входа</translation>
    </message>
    <message>
        <source>integral of the input</source>
        <translation>интеграл входа</translation>
    </message>
    <message>
        <source>Motor with a torque that falls with the speed.</source>
        <translation>Двигатель, момент которого падает с ростом скорости.</translation>
    </message>
    <message>
        <source>at standstill</source>
        <translation>при неподвижном вале</translation>
    </message>
    <message>
        <source>fall of the torque per rad/s</source>
        <translation>падение момента на rad/s</translation>
    </message>
    <message>
        <source>given to the shaft</source>
        <translation>мощность, отдаваемая валу</translation>
    </message>
    <message>
        <source>Air drag on a point of a body, against its velocity.</source>
        <translation>Сопротивление воздуха в точке тела, против её скорости.</translation>
    </message>
    <message>
        <source>force per square of the speed</source>
        <translation>сила на квадрат скорости</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Play back (F7)</source>
        <translation>Воспроизвести (F7)</translation>
    </message>
    <message>
        <source>Play again and again</source>
        <translation>Воспроизводить по кругу</translation>
    </message>
    <message>
        <source>before your last change</source>
        <translation>до последней правки</translation>
    </message>
    <message>
        <source>The drawing has become another one since this run</source>
        <translation>Чертёж с тех пор изменился</translation>
    </message>
</context>
<context>
    <name>Toolbar</name>
    <message>
        <source>Toolbar</source>
        <translation>Панель инструментов</translation>
    </message>
    <message>
        <source>Speed of the run against the clock; max: as fast as it can be computed</source>
        <translation>Скорость прогона относительно часов; макс.: как можно быстрее</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Скорость</translation>
    </message>
    <message>
        <source>max</source>
        <translation>макс.</translation>
    </message>
    <message>
        <source>runs at %1×</source>
        <translation>скорость %1×</translation>
    </message>
    <message>
        <source>paused, F6 goes on</source>
        <translation>пауза; F6 — продолжить</translation>
    </message>
</context>
<context>
    <name>Topology</name>
    <message>
        <source>Nodes</source>
        <translation>Узлы</translation>
    </message>
    <message>
        <source>Branches of the tree</source>
        <translation>Ветви дерева</translation>
    </message>
    <message>
        <source>Loops</source>
        <translation>Контуры</translation>
    </message>
    <message>
        <source>Freedoms</source>
        <translation>Степени свободы</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Части</translation>
    </message>
    <message>
        <source>Subcircuits</source>
        <translation>Подсхемы</translation>
    </message>
    <message>
        <source>{all} ({vector} vector, {scalar} scalar)</source>
        <translation>{all} (векторных {vector}, скалярных {scalar})</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Класс</translation>
    </message>
    <message>
        <source>Branches</source>
        <translation>Ветви</translation>
    </message>
    <message>
        <source>Decomposed</source>
        <translation>Разложение</translation>
    </message>
    <message>
        <source>{nodes} nodes, {branches} branches</source>
        <translation>узлов {nodes}, ветвей {branches}</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>и ещё %n</numerusform>
            <numerusform>и ещё %n</numerusform>
            <numerusform>и ещё %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Backbone node</source>
        <translation>Базовый узел</translation>
    </message>
    <message>
        <source>Node {number}</source>
        <translation>Узел {number}</translation>
    </message>
    <message>
        <source>the loop is cut here</source>
        <translation>контур разрезан здесь</translation>
    </message>
    <message>
        <source>Cut through {body}</source>
        <translation>Разрез через {body}</translation>
    </message>
    <message>
        <source>Constraints</source>
        <translation>Уравнения связей</translation>
    </message>
    <message>
        <source>{all}, {redundant} of them redundant</source>
        <translation>{all}, из них лишних {redundant}</translation>
    </message>
    <message>
        <source>{rank} at the start ({count} by count)</source>
        <translation>{rank} в начале (по счёту {count})</translation>
    </message>
    <message>
        <source>free</source>
        <translation>свободна</translation>
    </message>
    <message>
        <source>given movement</source>
        <translation>задано движение</translation>
    </message>
    <message>
        <source>given velocity</source>
        <translation>задана скорость</translation>
    </message>
    <message>
        <source>given motion</source>
        <translation>задано движение</translation>
    </message>
    <message>
        <source>Part {number}</source>
        <translation>Часть {number}</translation>
    </message>
</context>
<context>
    <name>TopologyPanel</name>
    <message>
        <source>Nothing is drawn yet. Place a base, a joint and a body, and link them.</source>
        <translation>Пока ничего не начерчено. Поставьте основание, шарнир и тело и соедините их.</translation>
    </message>
    <message>
        <source>Too many components to be listed here</source>
        <translation>Слишком много компонентов, чтобы перечислить их здесь</translation>
    </message>
    <message>
        <source>Topology of the circuit</source>
        <translation>Топология схемы</translation>
    </message>
</context>
<context>
    <name>ValueLine</name>
    <message>
        <source>several</source>
        <translation>разные</translation>
    </message>
    <message>
        <source>Show in {unit}</source>
        <translation>Показывать в {unit}</translation>
    </message>
</context>
<context>
    <name>VariableChooser</name>
    <message>
        <source>Search: KN1 angle, force …</source>
        <translation>Поиск: KN1 angle, force …</translation>
    </message>
    <message>
        <source>Find a variable</source>
        <translation>Найти переменную</translation>
    </message>
    <message>
        <source>Nothing to plot yet: press Run (F5) first</source>
        <translation>Строить пока нечего: сначала нажмите «Запустить» (F5)</translation>
    </message>
    <message>
        <source>No such variable</source>
        <translation>Такой переменной нет</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Переменные</translation>
    </message>
</context>
<context>
    <name>VariableDetails</name>
    <message>
        <source>Unit</source>
        <translation>Единица</translation>
    </message>
    <message>
        <source>Slider from</source>
        <translation>Ползунок от</translation>
    </message>
    <message>
        <source>to</source>
        <translation>до</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Заметка</translation>
    </message>
    <message>
        <source>Move up: a formula may name only variables above it</source>
        <translation>Выше: формула может называть только переменные над ней</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Ниже</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Удалить</translation>
    </message>
</context>
<context>
    <name>VariableRow</name>
    <message>
        <source>Name of the variable</source>
        <translation>Имя переменной</translation>
    </message>
    <message>
        <source>Unit, range, note, order, delete</source>
        <translation>Единица, диапазон, заметка, порядок, удаление</translation>
    </message>
    <message>
        <source>Variable {name}</source>
        <translation>Переменная {name}</translation>
    </message>
    <message>
        <source>A variable needs a value. Type a number or a formula</source>
        <translation>Переменной нужно значение. Введите число или формулу</translation>
    </message>
    <message>
        <source>Rename {old} to {new}</source>
        <translation>Переименование {old} в {new}</translation>
    </message>
</context>
<context>
    <name>VariablesForm</name>
    <message>
        <source>Add variable</source>
        <translation>Добавить переменную</translation>
    </message>
    <message>
        <source>A number that formulas may name, as in 2*L1</source>
        <translation>Число, которое можно назвать в формулах, например 2*L1</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>ещё %n</numerusform>
            <numerusform>ещё %n</numerusform>
            <numerusform>ещё %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Move variable {name}</source>
        <translation>Перенос переменной {name}</translation>
    </message>
    <message>
        <source>Delete variable {name}</source>
        <translation>Удаление переменной {name}</translation>
    </message>
</context>
<context>
    <name>ViewButtons</name>
    <message>
        <source>From the front (1)</source>
        <translation>Спереди (1)</translation>
    </message>
    <message>
        <source>From above (7)</source>
        <translation>Сверху (7)</translation>
    </message>
    <message>
        <source>From the right (3)</source>
        <translation>Справа (3)</translation>
    </message>
    <message>
        <source>From a corner (0)</source>
        <translation>Под углом (0)</translation>
    </message>
    <message>
        <source>Show all (F)</source>
        <translation>Показать всё (F)</translation>
    </message>
    <message>
        <source>Name all points</source>
        <translation>Подписать все точки</translation>
    </message>
    <message>
        <source>Zero pose: all joint coordinates zero
again: start pose</source>
        <translation>Нулевое положение: все координаты шарниров равны нулю
ещё раз: начальное положение</translation>
    </message>
    <message>
        <source>Trails: where points have been</source>
        <translation>Следы: где побывали точки</translation>
    </message>
    <message>
        <source>Forces and moments at the joints</source>
        <translation>Силы и моменты в шарнирах</translation>
    </message>
    <message>
        <source>Centre of mass</source>
        <translation>Центр масс</translation>
    </message>
</context>
<context>
    <name>WorkerClient</name>
    <message>
        <source>The simulation cannot be started: %1</source>
        <translation>Не удаётся запустить расчёт: %1</translation>
    </message>
    <message>
        <source>The simulation ended unexpectedly while it looked for the answer.</source>
        <translation>Расчёт неожиданно прервался, не дав ответа.</translation>
    </message>
    <message>
        <source>The simulation ended unexpectedly (%1). It starts again when it is needed.</source>
        <translation>Расчёт неожиданно прервался (%1). Он запустится снова, когда понадобится.</translation>
    </message>
    <message>
        <source>code %1</source>
        <translation>код %1</translation>
    </message>
</context>
<context>
    <name>_Line</name>
    <message>
        <source>Time</source>
        <translation>Время</translation>
    </message>
    <message>
        <source>Drag to look at another moment. Going on from there leaves this run as a ghost</source>
        <translation>Перетащите, чтобы посмотреть другой момент. Если продолжить оттуда, этот прогон останется бледной кривой</translation>
    </message>
</context>
</TS>
